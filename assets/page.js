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
		for (const name of ["placeholder", "aria-label", "label"]) {
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
		picked: {}, // source → what of it is asked (a knowledge base, an MCP server)
		opened: {}, // tab → what to do when it is shown
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
			state.opened[tab.dataset.tab]?.();
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
		const wanted = {};
		const show = () => {
			for (const toggle of element.querySelectorAll(".toggle")) {
				const off = toggle.getAttribute("aria-disabled") === "true";
				toggle.setAttribute("aria-checked", String(!off && Boolean(state.sources[toggle.dataset.source])));
			}
			state.picked = {};
			for (const picker of element.querySelectorAll(".picker")) {
				const source = picker.dataset.source;
				// What was picked stays, unless it is gone.
				if ([...picker.options].some((option) => option.value === wanted[source])) picker.value = wanted[source];
				state.picked[source] = picker.value;
			}
			translateAttributes(element);
		};
		element.addEventListener("change", (event) => {
			const picker = event.target.closest(".picker");
			if (!picker) return;
			wanted[picker.dataset.source] = picker.value;
			state.sources[picker.dataset.source] = true; // who picks a base wants it to be asked
			show();
		});
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
		state.ask = (question, { own = false, use_cache = true } = {}) => {
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
			trigger("submit", { query: question, sources: { ...state.sources }, picked: { ...state.picked }, use_cache });
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

	const log = (element, props, watch, trigger) => {
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
			} else if (patch.kind === "vote") {
				const element = state.exchanges.get(patch.id)?.element;
				for (const thumb of element?.querySelectorAll("[data-vote]") ?? []) {
					thumb.setAttribute("aria-pressed", String(thumb.dataset.vote === patch.vote));
				}
			} else if (patch.kind === "exchange") {
				put(patch, list);
			}
		};
		element.addEventListener("click", (event) => {
			const button = event.target.closest("[data-do]");
			const exchange = event.target.closest(".exchange");
			if (button?.dataset.do === "ask") state.ask(button.dataset.question);
			else if (button?.dataset.do === "again") state.ask(button.dataset.question, { use_cache: false });
			else if (button?.dataset.do === "vote") trigger("like", { id: exchange.dataset.id, vote: button.dataset.vote });
			else if (button?.dataset.do === "copy") copy(exchange.dataset.id, button);
			else if (button?.dataset.do === "rows") toggleRows(button);
			else if (button?.dataset.do === "inspect") {
				select(exchange.dataset.id);
				find("#side").focus({ preventScroll: true });
				bring(find("#side"), "start");
			} else if (button?.dataset.do === "ref") {
				event.preventDefault();
				select(exchange.dataset.id);
				show(button.getAttribute("href").slice(1));
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
		// A plan is shown from the moment that there is one, unless the reader looks at another answer meanwhile.
		const begun = Boolean(patch.side.plan) && !exchange.planned;
		exchange.planned ||= begun;
		if (patch.state === "finished" || begun || (exchange.planned && state.selected === patch.id)) select(patch.id);
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
			const empty = find(`template[data-empty="${panel.dataset.panel}"]`);
			fill(panel, side?.[panel.dataset.panel] || empty?.innerHTML || "");
			panel.closest(".panel").hidden = !panel.innerHTML;
		}
	};

	// New content for a panel; the keyboard stays where it was.
	const filled = new WeakMap();
	const fill = (panel, content) => {
		if (filled.get(panel) === content) return;
		filled.set(panel, content);
		const focused = panel.contains(document.activeElement) ? document.activeElement : null;
		panel.innerHTML = content;
		translateAttributes(panel);
		if (!focused) return;
		const key = focused.id ? `#${CSS.escape(focused.id)}` : ["data-key", "href"]
			.filter((name) => focused.hasAttribute(name))
			.map((name) => `[${name}="${CSS.escape(focused.getAttribute(name))}"]`)[0];
		if (key) find(key, panel)?.focus({ preventScroll: true });
	};

	const show = (id) => {
		const item = document.getElementById(id);
		if (!item) return;
		for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
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

	// ------------------------------------------------------------------ knowledge bases

	const knowledge = (element, props, trigger, watch) => {
		const content = find(".kb-content", element);
		const problem = find(".problem", element);
		const dialog = find("dialog", element);
		const files = find('input[type="file"]', element);
		const lists = new Map(); // base → the list of its files in this visit
		const queue = [];
		let [shown, chosen, first, asked] = [null, "", 0, 0];
		let [sending, later, cleared] = [false, null, false];

		const act = (what, fields = {}) => {
			clearTimeout(later);
			if (what !== "refresh") complain("");
			asked += 1;
			trigger("input", { do: what, base: chosen, first, n: asked, ...fields });
		};
		const complain = (sentence) => {
			problem.innerHTML = sentence;
			problem.hidden = !sentence;
			if (sentence) bring(problem);
		};
		state.opened.knowledge = () => act("refresh");

		const take = () => {
			const patch = props.value;
			if (!patch) return;
			if (patch.problem) complain(patch.problem);
			if (!patch.html || patch.n < asked) return; // a later answer is on its way
			chosen = patch.chosen;
			draw(patch.html, patch.problem);
			if (find("[data-busy]", content) && html.dataset.tab === "knowledge") later = setTimeout(() => act("refresh"), 1000);
		};
		const draw = (drawn, failed) => {
			if (drawn === shown) return;
			shown = drawn;
			const key = content.contains(document.activeElement) ? document.activeElement.dataset.key ?? document.activeElement.id : "";
			const typed = find("#kb-name", content)?.value ?? "";
			content.innerHTML = drawn;
			const name = find("#kb-name", content);
			if (name && (failed || !cleared)) name.value = typed;
			cleared = false;
			const place = find("[data-files]", content);
			if (place && lists.has(chosen)) place.replaceWith(lists.get(chosen));
			else if (place) lists.set(chosen, place);
			translateAttributes(element);
			if (key) (find(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`, content) ?? find(".kb-detail button", content))?.focus();
		};

		// Whatever cannot be undone is asked first; a new name is asked for.
		const askFirst = (button, go) => {
			const input = find("input", dialog);
			const naming = "value" in button.dataset;
			const yes = find('[type="submit"]', dialog);
			find("p", dialog).innerHTML = find("template", button).innerHTML;
			yes.innerHTML = button.innerHTML; // with its template, which shows nothing
			yes.classList.toggle("danger", !naming);
			input.hidden = !naming;
			input.value = button.dataset.value ?? "";
			dialog.onsubmit = () => go(input.value);
			dialog.showModal();
			if (naming) input.select();
		};
		dialog.addEventListener("click", (event) => {
			if (event.target === dialog || event.target.closest('[data-do="cancel"]')) dialog.close();
		});

		content.addEventListener("click", (event) => {
			const button = event.target.closest("[data-do]");
			if (!button || button.disabled) return;
			const fields = { document: button.dataset.document ?? "" };
			switch (button.dataset.do) {
				case "open":
					chosen = button.dataset.base;
					first = 0;
					return act("open");
				case "page":
					first = Number(button.dataset.first);
					return act("open");
				case "choose":
					files.accept = button.dataset.accept;
					files.value = "";
					return files.click();
				case "rename":
					return askFirst(button, (title) => act("rename", { title }));
				case "delete":
				case "reindex":
				case "remove":
					return askFirst(button, () => act(button.dataset.do, fields));
				default:
					act(button.dataset.do, fields);
			}
		});
		content.addEventListener("submit", (event) => {
			event.preventDefault();
			first = 0;
			cleared = true;
			act("create", { title: find("#kb-name", content).value });
		});
		files.addEventListener("change", () => add([...files.files]));
		for (const kind of ["dragover", "dragleave", "drop"]) {
			element.addEventListener(kind, (event) => {
				event.preventDefault(); // a file that misses the place must not open in the browser
				const place = event.target.closest?.("[data-drop]");
				find("[data-drop]", content)?.classList.toggle("over", kind === "dragover" && Boolean(place));
				if (kind === "drop" && place) add([...event.dataTransfer.files]);
			});
		}

		// ---- files: one at a time, each with its own line

		const say = (name, values = {}) =>
			Object.entries(values).reduce(
				(text, [key, value]) => text.replaceAll(`{${key}}`, value),
				find(`template[data-word="${name}"]`, element).innerHTML,
			);
		const row = (name) => {
			const item = document.createElement("li");
			item.innerHTML = '<span class="kb-file" dir="auto"></span><span class="kb-file-state"></span><progress max="1" value="0"></progress><p></p>';
			find(".kb-file", item).textContent = name;
			const set = (word, values, share) => {
				find(".kb-file-state", item).innerHTML = say(word, values);
				find("progress", item).value = share;
			};
			const end = (word, values, sentence = "", { markup = false } = {}) => {
				set(word, values, 1);
				item.className = `done-${word}`;
				find("progress", item).remove();
				find("p", item)[markup ? "innerHTML" : "textContent"] = sentence;
				const told = find(".kb-page > .sr", element);
				told.textContent = `${name}: `;
				told.insertAdjacentHTML("beforeend", say(word, values));
				told.append(` ${find("p", item).innerText}`);
			};
			return { item, set, end };
		};
		const add = (chosenFiles) => {
			const limit = Number(find('[data-do="choose"]', content).dataset.maxMb);
			const names = new Set();
			for (const file of chosenFiles) {
				const line = row(file.name);
				lists.get(chosen).append(line.item);
				if (file.size > limit * 1024 * 1024) {
					const size = (file.size / 1024 / 1024).toFixed(1);
					line.end("failed", {}, say("too_large", { size, limit }), { markup: true });
				} else if (names.has(file.name)) {
					line.end("failed", {}, say("same_name"), { markup: true });
				} else {
					line.set("waiting", {}, 0);
					queue.push({ file, line, base: chosen });
				}
				names.add(file.name);
			}
			if (!sending) sendAll();
		};
		const sendAll = async () => {
			sending = true;
			while (queue.length) {
				const next = queue.shift();
				await send(next);
				if (next.base === chosen) act("refresh");
			}
			sending = false;
		};
		const send = ({ file, line, base }) =>
			new Promise((done) => {
				const request = new XMLHttpRequest();
				let read = 0;
				let ended = false;
				const end = (...how) => {
					if (!ended) line.end(...how);
					ended = true;
				};
				const percent = (share) => ({ share: Math.round(share * 100) });
				const lines = () => {
					const text = request.responseText;
					for (let at = text.indexOf("\n", read); at >= 0; at = text.indexOf("\n", read)) {
						take(JSON.parse(text.slice(read, at)));
						read = at + 1;
					}
				};
				const take = (told) => {
					if (told.status) end(told.status, { chunks: told.chunks }, told.message ?? "");
					else if (told.phase === "reading") line.set("reading", {}, 0.2);
					else line.set("indexing", percent(told.share), 0.2 + 0.8 * told.share);
				};
				request.open("POST", `knowledge/${encodeURIComponent(base)}/documents?name=${encodeURIComponent(file.name)}`);
				request.setRequestHeader("Content-Type", "application/octet-stream");
				request.setRequestHeader("Accept-Language", html.lang); // of the sentence that says why a file is not taken
				request.upload.onprogress = (event) => line.set("sending", percent(event.loaded / event.total), (0.2 * event.loaded) / event.total);
				request.onprogress = () => request.status === 200 && lines();
				request.onload = () => {
					if (request.status === 200) {
						lines();
					} else {
						let sentence = "";
						try {
							sentence = JSON.parse(request.responseText).error.message;
						} catch {
							// not the app's own answer: a proxy's page
						}
						if (sentence) end("failed", {}, sentence);
					}
				};
				request.onloadend = () => {
					end("failed", {}, say("lost"), { markup: true });
					done();
				};
				request.send(file);
			});

		watch("value", take);
		if (html.dataset.tab === "knowledge") act("refresh");
	};

	// ------------------------------------------------------------------ caches

	// A form of the caches tab: its fields go to the server; a chip fills them first.
	const cacheForm = (element, trigger, watch) => {
		const send = () => {
			const form = find("form", element);
			if (form) trigger("submit", Object.fromEntries(new FormData(form)));
		};
		element.addEventListener("submit", (event) => {
			event.preventDefault();
			send();
		});
		element.addEventListener("click", (event) => {
			const pair = event.target.closest('[data-do="pair"]');
			if (!pair) return;
			find('[name="a"]', element).value = pair.dataset.a;
			find('[name="b"]', element).value = pair.dataset.b;
			send();
		});
		watch("value", () => translateAttributes(element));
		translateAttributes(element);
	};

	// What is forgotten is gone for everybody, so each button asks once more.
	const cacheList = (element, trigger) => {
		element.addEventListener("click", (event) => {
			const button = event.target.closest("[data-do]");
			const action = button?.dataset.do;
			const sure = button && find(".sure", button.closest(".forget"));
			if (action === "forget-ask") {
				sure.hidden = false;
				button.hidden = true;
				find('[data-do="forget-no"]', sure).focus();
			} else if (action === "forget-no") {
				const ask = find('[data-do="forget-ask"]', button.closest(".forget"));
				sure.hidden = true;
				ask.hidden = false;
				ask.focus();
			} else if (action === "forget") {
				const form = find("#caches-search form");
				const fields = form ? Object.fromEntries(new FormData(form)) : {};
				trigger("delete", { ...fields, what: button.dataset.what, value: button.dataset.value });
			}
		});
	};

	// ------------------------------------------------------------------ panels

	// Steps of a drawing and numbers of refs lead to what is told of them.
	const leads = (element) =>
		element.addEventListener("click", (event) => {
			const link = event.target.closest('[data-do="step"], [data-do="ref"]');
			if (!link) return;
			event.preventDefault();
			show(link.getAttribute("href").slice(1));
		});
	const side = (element) => leads(element);

	// Gradio tells that a question failed on its way: a full queue, a lost server.
	const failed = () => {
		if (state.running) giveUp(words(navigator.onLine ? "failed" : "connection"));
	};

	const shared = { state, find, bring, fill, show, translateAttributes };
	window.pokeqa = { header, toggles, composer, log, knowledge, side, failed, cacheForm, cacheList, shared };
})();
