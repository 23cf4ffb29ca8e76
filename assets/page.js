// The page's own script. It sets the language and the colours before anything is drawn, carries questions to the
// server through Gradio's events, and puts what comes back in its place. All HTML comes from the server, escaped there.
(() => {
	"use strict";

	const html = document.documentElement;
	const STORED_LANGUAGE = "pokeqa.language";
	const LANGUAGES = { en: "en", zh: "zh-CN" };

	// ------------------------------------------------------------------ language and colours

	const recall = () => {
		try {
			return localStorage.getItem(STORED_LANGUAGE);
		} catch {
			return null; // storage is switched off: the browser's language holds
		}
	};
	const remember = (language) => {
		try {
			localStorage.setItem(STORED_LANGUAGE, language);
		} catch {
			// the choice holds until the page is closed
		}
	};
	const browserLanguage = () => {
		for (const tag of navigator.languages?.length ? navigator.languages : [navigator.language || "en"]) {
			const language = tag.toLowerCase().split("-")[0];
			if (language in LANGUAGES) return language;
		}
		return "en";
	};
	const setLanguage = (language) => {
		html.dataset.language = language;
		html.lang = LANGUAGES[language];
		translateAttributes(document);
		for (const button of document.querySelectorAll("[data-language]")) {
			if (button !== html) button.setAttribute("aria-pressed", String(button.dataset.language === language));
		}
	};
	// Texts are in the page in every language and the style sheet chooses; attributes can hold one only.
	const translateAttributes = (root) => {
		for (const name of ["placeholder", "aria-label"]) {
			const from = `data-${name}-${html.dataset.language}`;
			for (const element of root.querySelectorAll(`[${from}]`)) element.setAttribute(name, element.getAttribute(from));
		}
	};

	const dark = matchMedia("(prefers-color-scheme: dark)");
	const setColours = () => {
		const forced = new URLSearchParams(location.search).get("__theme");
		html.dataset.theme = forced === "dark" || forced === "light" ? forced : dark.matches ? "dark" : "light";
	};
	dark.addEventListener("change", setColours);
	setColours();
	const stored = recall();
	setLanguage(stored in LANGUAGES ? stored : browserLanguage());

	// ------------------------------------------------------------------ shared state

	const state = {
		running: false,
		selected: null,
		sources: {},
		following: true, // the view goes with the newest answer until the reader scrolls
		exchanges: new Map(), // id → {element, side, copy}
		ask: () => {},
		fit: () => {},
	};
	const find = (selector, root = document) => root.querySelector(selector);
	const words = (name) => find(`template[data-problem="${name}"]`)?.innerHTML ?? "";
	const calm = matchMedia("(prefers-reduced-motion: reduce)");
	const bring = (element, block = "nearest") =>
		element.scrollIntoView({ block, behavior: calm.matches ? "auto" : "smooth" });

	// ------------------------------------------------------------------ header

	const showTab = (name, header) => {
		const tabs = [...header.querySelectorAll('[role="tab"]')];
		const chosen = tabs.find((tab) => tab.dataset.tab === name) ?? tabs[0];
		for (const tab of tabs) {
			tab.setAttribute("aria-selected", String(tab === chosen));
			tab.tabIndex = tab === chosen ? 0 : -1;
		}
		html.dataset.tab = chosen.dataset.tab;
		state.fit();
		bring(chosen);
		return chosen;
	};

	const header = (element, trigger) => {
		const open = (name, { focus = false, record = true } = {}) => {
			const tab = showTab(name, element);
			if (focus) tab.focus();
			if (record) history.replaceState(null, "", `#${tab.dataset.tab}`);
			trigger("select", { tab: tab.dataset.tab });
		};
		for (const panel of document.querySelectorAll(".tab-panel")) {
			panel.setAttribute("role", "tabpanel");
			panel.setAttribute("aria-labelledby", panel.id.replace("panel-", "tab-"));
		}
		element.addEventListener("click", (event) => {
			const tab = event.target.closest('[role="tab"]');
			if (tab) open(tab.dataset.tab);
			const language = event.target.closest("[data-language]");
			if (language) {
				remember(language.dataset.language);
				setLanguage(language.dataset.language);
				state.fit();
			}
			if (event.target.closest(".skip")) {
				event.preventDefault();
				open("ask");
				find("#question")?.focus();
			}
		});
		element.addEventListener("keydown", (event) => {
			if (event.target.getAttribute("role") !== "tab") return;
			const tabs = [...element.querySelectorAll('[role="tab"]')];
			const at = tabs.indexOf(event.target);
			const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
			if (to === undefined) return;
			event.preventDefault();
			open(tabs[(to + tabs.length) % tabs.length].dataset.tab, { focus: true });
		});
		window.addEventListener("hashchange", () => {
			const name = location.hash.slice(1);
			if (find(`[data-tab="${CSS.escape(name)}"]`, element)) open(name, { record: false });
		});
		setLanguage(html.dataset.language);
		const tab = showTab(location.hash.slice(1), element);
		if (tab.dataset.tab !== "ask") trigger("select", { tab: tab.dataset.tab });
	};

	// ------------------------------------------------------------------ toggles

	const toggles = (element, watch) => {
		const show = () => {
			for (const toggle of element.querySelectorAll(".toggle")) {
				const off = toggle.getAttribute("aria-disabled") === "true";
				toggle.setAttribute("aria-checked", String(!off && Boolean(state.sources[toggle.dataset.source])));
			}
			translateAttributes(element);
		};
		element.addEventListener("click", (event) => {
			const toggle = event.target.closest(".toggle");
			if (!toggle) return;
			const reason = find(".toggle-reason", element);
			if (toggle.getAttribute("aria-disabled") === "true") {
				reason.innerHTML = `<strong>${find(".name", toggle).innerHTML}</strong>: ${find(".tip", toggle).innerHTML}`;
				reason.hidden = false;
			} else {
				reason.hidden = true;
				state.sources[toggle.dataset.source] = !state.sources[toggle.dataset.source];
				show();
			}
		});
		watch("value", show);
		show();
	};

	// ------------------------------------------------------------------ question box

	const composer = (element, trigger) => {
		const box = find("textarea", element);
		const send = find(".ask", element);
		const stop = find(".stop", element);
		const problem = find("#problem", element);
		let overdue = null;

		const fit = () => {
			box.style.height = "auto";
			if (box.scrollHeight) box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
		};
		const complain = (text) => {
			problem.innerHTML = text;
			problem.hidden = !text;
			box.toggleAttribute("aria-invalid", Boolean(text));
		};
		state.complain = complain;
		state.busy = (busy) => {
			const hadFocus = element.contains(document.activeElement);
			state.running = busy;
			send.hidden = busy;
			stop.hidden = !busy;
			watchOver();
			if (hadFocus && document.activeElement !== box && !matchMedia("(pointer: coarse)").matches) box.focus();
		};
		state.ask = (question, { own = false } = {}) => {
			if (state.running) return;
			complain("");
			if (!question.trim()) {
				complain(words("empty"));
				box.focus();
				return;
			}
			const length = [...question.normalize("NFKC").trim()].length;
			if (length > Number(box.dataset.max)) {
				complain(words("too_long").replaceAll("{count}", length.toLocaleString("en")));
				return;
			}
			state.busy(true);
			state.pending = { question, own };
			state.following = true;
			showPending(question);
			trigger("submit", { query: question, sources: { ...state.sources } });
			if (own) {
				box.value = "";
				fit();
			}
		};
		// While an answer is on its way something arrives every second. When nothing has for a while: either the
		// question waits for its turn, or the server is gone.
		const watchOver = () => {
			clearTimeout(overdue);
			if (state.running) overdue = setTimeout(check, 5000);
		};
		const check = async () => {
			try {
				await fetch("health", { cache: "no-store", signal: AbortSignal.timeout(10000) });
			} catch {
				giveUp(words("connection"));
				return;
			}
			const pending = find(".pending .progress-text");
			if (pending) pending.innerHTML = words("waiting");
			watchOver();
		};

		element.addEventListener("submit", (event) => {
			event.preventDefault();
			state.ask(box.value, { own: true });
		});
		box.addEventListener("input", () => {
			fit();
			complain("");
		});
		box.addEventListener("keydown", (event) => {
			// While an input method is composing (Chinese, Japanese), Enter chooses a word.
			if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
			event.preventDefault();
			state.ask(box.value, { own: true });
		});
		element.addEventListener("click", (event) => {
			const action = event.target.closest("[data-do]")?.dataset.do;
			if (action === "stop") trigger("stop", {});
			if (action === "new") {
				trigger("clear", {});
				box.focus();
			}
		});
		document.addEventListener("keydown", (event) => {
			if (event.key === "Escape" && state.running) trigger("stop", {});
		});
		state.fit = fit;
		window.addEventListener("resize", fit);
		translateAttributes(element);
		fit(); // the placeholder may need two lines, too
	};

	// ------------------------------------------------------------------ conversation

	const showPending = (question) => {
		find(".pending")?.remove();
		const article = document.createElement("article");
		article.className = "exchange pending";
		const bubble = document.createElement("p");
		bubble.className = "bubble";
		bubble.dir = "auto";
		bubble.textContent = question;
		const answer = document.createElement("div");
		answer.className = "answer running";
		answer.innerHTML = `<p class="progress"><span class="spinner" aria-hidden="true"></span><span class="progress-text">${words("working")}</span></p>`;
		article.append(bubble, answer);
		find(".log").append(article);
		html.dataset.conversation = "begun";
		bring(article, "start");
	};

	// Nothing more will come: what has come stays, and a question that did not get through goes back into the box.
	const giveUp = (sentence) => {
		const running = find(".exchange:not(.pending) .answer.running");
		if (running) {
			running.classList.replace("running", "stopped");
			find(".progress", running)?.remove();
			running.setAttribute("aria-busy", "false");
		}
		giveBack();
		state.complain(sentence);
	};

	// The question did not get through: it goes back into the box.
	const giveBack = () => {
		const pending = find(".pending");
		if (pending) pending.remove();
		if (!state.exchanges.size) delete html.dataset.conversation;
		const box = find("#question");
		if (pending && state.pending?.own && !box.value) box.value = state.pending.question;
		box.dispatchEvent(new Event("input"));
		state.busy(false);
	};

	const log = (element, props, watch) => {
		const list = find(".log", element);
		const take = () => {
			const patch = props.value;
			if (!patch) return;
			if (patch.kind === "problem") {
				giveBack();
				state.complain(patch.html);
			} else if (patch.kind === "clear") {
				list.replaceChildren();
				state.exchanges.clear();
				delete html.dataset.conversation;
				state.busy(false);
				select(null);
			} else if (patch.kind === "exchange") {
				put(patch, list);
			}
		};
		element.addEventListener("click", (event) => {
			const button = event.target.closest("[data-do]");
			const exchange = event.target.closest(".exchange");
			if (button?.dataset.do === "ask") state.ask(button.dataset.question);
			else if (button?.dataset.do === "copy") copy(exchange.dataset.id, button);
			else if (button?.dataset.do === "rows") toggleRows(button);
			else if (button?.dataset.do === "inspect") {
				select(exchange.dataset.id);
				find("#side").focus({ preventScroll: true });
				bring(find("#side"), "start");
			} else if (button?.dataset.do === "ref") {
				event.preventDefault();
				select(exchange.dataset.id);
				showRef(button.getAttribute("href").slice(1));
			} else if (event.target.closest(".answer.finished") && !String(getSelection())) {
				select(exchange.dataset.id);
			}
		});
		watch("value", take);
	};

	for (const moved of ["wheel", "touchmove"]) {
		window.addEventListener(moved, () => (state.following = false), { passive: true });
	}

	const put = (patch, list) => {
		let exchange = state.exchanges.get(patch.id);
		if (!exchange) {
			const element = find(".pending", list) ?? document.createElement("article");
			element.className = "exchange";
			element.dataset.id = patch.id;
			element.innerHTML = `${patch.question}<div class="answer"></div>`;
			if (!element.isConnected) list.append(element);
			exchange = { element };
			state.exchanges.set(patch.id, exchange);
			html.dataset.conversation = "begun";
		}
		const answer = find(".answer", exchange.element);
		answer.className = `answer ${patch.state}`;
		// A screen reader waits for the whole answer instead of reading every piece.
		answer.setAttribute("aria-busy", String(patch.state === "running"));
		if (exchange.html !== patch.answer) answer.innerHTML = patch.answer;
		exchange.html = patch.answer;
		exchange.side = patch.side;
		exchange.copy = patch.copy;
		state.busy(patch.state === "running");
		if (patch.state === "finished") select(patch.id);
		if (state.following && (patch.beat === 1 || patch.state !== "running")) bring(exchange.element, "start");
	};

	const select = (id) => {
		state.selected = id;
		for (const [key, { element }] of state.exchanges) {
			element.classList.toggle("selected", key === id);
			const button = find('[data-do="inspect"]', element);
			if (button) button.setAttribute("aria-pressed", String(key === id));
		}
		const side = state.exchanges.get(id)?.side;
		for (const panel of document.querySelectorAll("[data-panel]")) {
			panel.innerHTML = side?.[panel.dataset.panel] || find(`template[data-empty="${panel.dataset.panel}"]`).innerHTML;
		}
	};

	const showRef = (id) => {
		const item = document.getElementById(id);
		if (!item) return;
		for (const lit of document.querySelectorAll(".refs .lit")) lit.classList.remove("lit");
		item.classList.add("lit");
		item.focus({ preventScroll: true });
		bring(item, "center");
	};

	const toggleRows = (button) => {
		const card = button.closest(".card");
		const open = button.getAttribute("aria-expanded") !== "true";
		const first = Number(find("table", card).dataset.atFirst);
		button.setAttribute("aria-expanded", String(open));
		[...card.querySelectorAll("tbody tr")].forEach((row, index) => (row.hidden = !open && index >= first));
	};

	const copy = async (id, button) => {
		const text = state.exchanges.get(id)?.copy ?? "";
		if (await toClipboard(text)) {
			const announcement = find("#announcement");
			button.classList.add("done");
			announcement.innerHTML = words("copied");
			setTimeout(() => {
				button.classList.remove("done");
				announcement.replaceChildren();
			}, 1600);
		} else {
			state.complain(words("copy"));
		}
	};
	// The clipboard's own interface is there on secure addresses only; the old way works on http, too.
	const toClipboard = async (text) => {
		try {
			await navigator.clipboard.writeText(text);
			return true;
		} catch {
			const area = document.createElement("textarea");
			area.value = text;
			area.className = "sr";
			document.body.append(area);
			area.select();
			const done = document.execCommand("copy");
			area.remove();
			return done;
		}
	};

	// ------------------------------------------------------------------ panels

	const side = () => {};

	// Gradio tells that a question failed on its way: a full queue, a lost server.
	const failed = () => {
		if (state.running) giveUp(words(navigator.onLine ? "failed" : "connection"));
	};

	window.pokeqa = { header, toggles, composer, log, side, failed };
})();
