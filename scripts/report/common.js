"use strict";
// What the programs of all pages share. They draw everything from the data in the page. Cycles are those of
// the run.
const byId = id => document.getElementById(id);
window.addEventListener("error", e => { document.body.dataset.error = e.message; });
const D = JSON.parse(byId("data").textContent);

const element = (tag, attributes = {}, ...inside) => {
    const e = Object.assign(document.createElement(tag), attributes);
    e.append(...inside);
    return e;
};
const thousands = n => Math.round(n).toString().replace(/\B(?=(\d{3})+$)/g, "\u2009");
const share = (n, of) => of ? (100 * n / of).toFixed(n / of < .0995 ? 1 : 0) + "%" : "–";
const per = (n, of) => of ? (n / of).toFixed(n / of < 10 ? 2 : 1) : "–";

// ---- colours

let theme = {};
function readTheme() {
    const style = getComputedStyle(document.documentElement), get = name => style.getPropertyValue("--" + name).trim();
    theme = { card: get("card"), text: get("text"), soft: get("soft"), line: get("line"), tint: get("tint"), accent: get("accent"), heat: get("heat") };
}

// ---- canvases, tables

const TOP = 24;                         // pixels above the rows of a canvas, for its axis

function canvasOf(canvas, height) {
    const width = canvas.clientWidth, tall = height || canvas.clientHeight, ratio = window.devicePixelRatio || 1;
    if (height)
        canvas.style.height = height + "px";
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(tall * ratio)) {
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(tall * ratio);
    }
    const g = canvas.getContext("2d");
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.fillStyle = theme.card;
    g.fillRect(0, 0, width, tall);
    g.font = "12px system-ui, sans-serif";
    g.textBaseline = "middle";
    return { g, width, height: tall };
}

function ticks(pixels) {                // cycles between marks, for at least this distance in pixels
    let apart = 1;
    for (const by of [2, 2.5, 2])
        if (apart * pixels < 70) apart *= by;
    while (apart * pixels < 70) {
        for (const by of [2, 2.5, 2])
            if (apart * pixels < 70) apart *= by;
    }
    return Math.ceil(apart);
}

function axis(g, left, width, height, cycle, pixels) {
    const apart = ticks(pixels);
    g.strokeStyle = theme.line;
    g.fillStyle = theme.soft;
    g.textAlign = "center";
    for (let c = Math.ceil(cycle / apart) * apart; (c - cycle) * pixels < width; c += apart) {
        const x = Math.round(left + (c - cycle) * pixels) + .5;
        g.beginPath();
        g.moveTo(x, TOP - 4);
        g.lineTo(x, height);
        g.stroke();
        if (x < left + width - 16) // it is whole
            g.fillText(thousands(c), x, TOP / 2);
    }
}

function head(...names) {
    return element("thead", {}, element("tr", {}, ...names.map(([n, c]) => element("th", { className: c || "" }, n))));
}
const cell = (text, c = "") => element("td", { className: c }, text);

// ---- light and dark

let redraws = () => {};
function turnTheme() {
    const root = document.documentElement;
    setTheme(root.dataset.theme === "dark" ? "light" : "dark");
    try { localStorage.setItem("unison theme", root.dataset.theme); } catch { /* a page from a file may keep nothing */ }
    redraws();
}
function setTheme(name) {
    document.documentElement.dataset.theme = name;
    readTheme();
}

// The theme that the address, the reader or the system chooses; `draw` draws the page in another one.
function startTheme(draw) {
    const wish = /[#&]theme=(light|dark)/.exec(location.hash), system = matchMedia("(prefers-color-scheme: dark)");
    let kept = null;
    redraws = draw;
    try { kept = localStorage.getItem("unison theme"); } catch { /* likewise */ }
    setTheme(wish ? wish[1] : kept || (system.matches ? "dark" : "light"));
    system.addEventListener("change", () => { setTheme(system.matches ? "dark" : "light"); redraws(); });
    byId("theme").onclick = turnTheme;
}

// ---- keys, buttons and the search

// The row that matches next, from the one chosen (or -1) in the direction `by`; rows go round.
function nextMatch(rows, matches, from, by) {
    let row = from < 0 ? (by > 0 ? -1 : rows.length) : from;
    do
        row = (row + by + rows.length) % rows.length;
    while (!matches[rows[row]]);
    return rows[row];
}

// The keys of all pages for a `page`: its view, rows(), a row beside the chosen one, how much a screen and a
// step aside are, and its functions; `more` keys are the page's own.
function startKeys(page, more = {}) {
    const to = row => page.rows().length && page.look(page.rows()[Math.min(Math.max(row, 0), page.rows().length - 1)]);
    const keys = {
        ArrowDown: () => to(page.beside(1)), ArrowUp: () => to(page.beside(-1)), Home: () => to(0), End: () => to(Infinity),
        ArrowLeft: () => page.aside(-.15), ArrowRight: () => page.aside(.15), PageDown: () => scroll(page.screen()), PageUp: () => scroll(-page.screen()),
        "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), f: fit, n: () => next(1), N: () => next(-1), t: turnTheme,
        "/": () => byId("find").focus(), "?": () => { byId("keys").hidden = !byId("keys").hidden; },
        Escape: () => { byId("find").value = ""; refresh(); }, ...more,
    };
    document.addEventListener("keydown", e => {
        const box = document.activeElement, writes = box === byId("find");
        if (writes && e.key === "Escape")
            page.view.focus();
        if (e.ctrlKey || e.metaKey || e.altKey || (writes && e.key !== "Escape") || !keys[e.key])
            return;
        if (box !== page.view && (e.key.startsWith("Page") || (box !== document.body && /^Arrow|Home|End/.test(e.key))))
            return; // the browser's own, or another element's
        e.preventDefault();
        keys[e.key]();
    });
    byId("find").addEventListener("input", refresh);
    byId("find").addEventListener("keydown", e => { if (e.key === "Enter") next(e.shiftKey ? -1 : 1); });
    byId("only").addEventListener("change", refresh);
    for (const [id, does] of [["next", () => next(1)], ["previous", () => next(-1)], ["in", keys["+"]], ["out", keys["-"]], ["fit", fit], ["help", keys["?"]]])
        byId(id).onclick = does;
    window.addEventListener("resize", draw);
}
