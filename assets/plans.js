// The Plans tab. It sends what a visitor does to the server and puts the pieces of the page that come back in their
// places; carries files in and out; asks before a template is deleted.
(() => {
	"use strict";

	const { state, find, bring, fill, show, translateAttributes } = window.pokeqa.shared;
	//: A file is sent in parts of so many characters: larger ones would not be read.
	const PART_CHARS = 200_000;

	const plans = (element, props, trigger, watch) => {
		const problem = find(".plans-page > .problem", element);
		const told = find(".plans-told", element);
		const dialog = find("dialog", element);
		const search = find("#plans-search", element);
		const choice = find("#plans-state", element);
		const word = (name) => find(`template[data-word="${name}"]`, element).innerHTML;
		const place = (name) => find(`[data-part="${name}"]`, element);
		let [chosen, first, asked, opening, saving] = ["", 0, 0, false, false];
		let [typing, overdue] = [null, null];
		let parts = []; // of an import that are still to be sent
		let sums = { imported: 0, left: 0 };

		const act = (what, fields = {}) => {
			asked += 1;
			clearTimeout(overdue);
			overdue = setTimeout(() => complain(word("lost")), 20_000);
			const view = { plan: chosen, first, search: search.value, state: choice.value, token: state.token ?? "" };
			trigger("input", { do: what, n: asked, ...view, ...fields });
		};
		const look = () => act("look");
		const complain = (sentence) => {
			const at = saving && sentence ? find("#plans-edit-problem", element) ?? problem : problem;
			for (const one of [problem, find("#plans-edit-problem", element)]) {
				if (one) one.hidden = true;
			}
			at.innerHTML = sentence;
			at.hidden = !sentence;
			if (sentence) bring(at);
		};
		state.opened.plans = look;

		const take = () => {
			const patch = props.value;
			if (!patch || patch.n < asked) return; // a later answer is on its way
			clearTimeout(overdue);
			complain(patch.problem);
			told.innerHTML = patch.told;
			const field = find("#plans-token", element);
			const typed = field?.value ?? "";
			for (const [name, content] of Object.entries(patch.parts)) fill(place(name), content);
			if (find("#plans-token", element) && typed) find("#plans-token", element).value = typed;
			if (patch.file !== null) save(patch.file, "plans.jsonl", "application/x-ndjson");
			if (patch.problem) parts = [];
			if (patch.imported !== undefined) goOn(patch);
			if (opening && !patch.problem) {
				const detail = find(".plans-detail", element);
				detail.focus({ preventScroll: true });
				bring(detail, "start");
			}
			[opening, saving] = [false, false];
		};

		const open = (plan) => {
			chosen = plan;
			opening = true;
			act("open");
		};
		const askFirst = (plan) => {
			find("#plans-ask", dialog).innerHTML = word("delete_question");
			dialog.onsubmit = () => act("delete", { target: plan });
			dialog.showModal();
		};
		dialog.addEventListener("click", (event) => {
			if (event.target === dialog || event.target.closest('[data-do="cancel"]')) dialog.close();
		});

		element.addEventListener("click", (event) => {
			const button = event.target.closest("[data-do]");
			const plan = button?.dataset.plan;
			switch (button?.dataset.do) {
				case "open":
					return open(plan);
				case "page":
					first = Number(button.dataset.first);
					return act("list");
				case "approve":
				case "disable":
					return act(button.dataset.do, { target: plan });
				case "delete":
					return askFirst(plan);
				case "save":
					saving = true;
					return act("save", { text: find("#plans-json", element).value });
				case "download":
					return save(find("#plans-json", element).value, `plan-${plan}.json`, "application/json");
				case "export":
					return act("export");
				case "choose":
					return find('input[type="file"]', element).click();
				case "import":
					return bringIn(find("#plans-import", element).value);
				case "step":
					event.preventDefault();
					return show(button.getAttribute("href").slice(1));
			}
		});
		const later = () => {
			clearTimeout(typing);
			typing = setTimeout(() => {
				first = 0;
				act("list");
			}, 250);
		};
		search.addEventListener("input", later);
		choice.addEventListener("change", later);
		element.addEventListener("submit", (event) => {
			if (event.target.method === "dialog") return;
			event.preventDefault();
			if (event.target.matches(".plans-token")) state.token = find("#plans-token", element).value.trim();
			look();
		});

		// ---- files

		const save = (text, name, type) => {
			const link = document.createElement("a");
			link.href = URL.createObjectURL(new Blob([text], { type }));
			link.download = name;
			link.click();
			setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
		};
		element.addEventListener("change", async (event) => {
			const file = event.target.closest('input[type="file"]')?.files[0];
			if (!file) return;
			event.target.closest("input").value = "";
			const limit = Number(find(".plans-page", element).dataset.importMaxKb);
			if (file.size > limit * 1024) return complain(word("too_large"));
			try {
				bringIn(await file.text());
			} catch {
				complain(word("unreadable"));
			}
		});
		const bringIn = (text) => {
			if (!text.trim()) return complain(word("changed"));
			parts = [""];
			for (const line of text.split("\n")) {
				if (parts.at(-1).length + line.length > PART_CHARS && parts.at(-1)) parts.push("");
				parts[parts.length - 1] += `${line}\n`;
			}
			sums = { imported: 0, left: 0 };
			act("import", { text: parts.shift() });
		};
		const goOn = (patch) => {
			sums.imported += patch.imported;
			sums.left += patch.left;
			if (parts.length) return act("import", { text: parts.shift() });
			told.innerHTML = word("imported").replaceAll("{count}", sums.imported).replaceAll("{left}", sums.left);
			bring(told);
		};

		// On a phone the templates come first; the charts open with a touch.
		find(".plans-more", element).open = !matchMedia("(max-width: 900px)").matches;
		watch("value", take);
		translateAttributes(element);
		if (document.documentElement.dataset.tab === "plans") look();
	};

	window.pokeqa.plans = plans;
})();
