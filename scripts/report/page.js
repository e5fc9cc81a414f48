"use strict";
// The program of the page of instructions (common.js comes before it).
// ---- the columns of the data as arrays, and derived values

const N = D.from.length, DOINGS = D.doings.length, several = D.meta.l1s.length > 1;
const from = new Float64Array(N), end = new Float64Array(N);
const spanAt = new Uint32Array(N + 1), passAt = new Uint32Array(N + 1);
const spanDoing = new Uint8Array(D.span.length / 2), spanCycles = new Uint32Array(D.span.length / 2);
const passCycle = new Float64Array(D.bank.length), bank = Uint32Array.from(D.bank);
const most = new Uint8Array(N);         // the activity in which an instruction spends most of its time
const PASS = D.doings.findIndex(d => d.name === "pass"), REPLAY = D.doings.findIndex(d => d.name === "replay");

function unpack() {
    let at = 0, span = 0, pass = 0;
    const spent = new Uint32Array(DOINGS);
    for (let i = 0; i < N; i++) {
        from[i] = at += D.from[i];
        let cycle = at, top = 0;
        for (let s = 0; s < D.spans[i]; s++, span++) {
            const doing = spanDoing[span] = D.span[2 * span], cycles = spanCycles[span] = D.span[2 * span + 1];
            spent[doing] += cycles;
            if (spent[doing] > spent[top])
                top = doing;
            if (doing === PASS || doing === REPLAY)
                for (let c = 0; c < cycles; c++)
                    passCycle[pass++] = cycle + c;
            cycle += cycles;
        }
        for (let s = span - D.spans[i]; s < span; s++)
            spent[spanDoing[s]] = 0;
        most[i] = top;
        end[i] = cycle;
        spanAt[i + 1] = span;
        passAt[i + 1] = pass;
    }
}
unpack();

let first = Infinity, last = 0;         // range of cycles with any instruction
for (let i = 0; i < N; i++) {
    first = Math.min(first, from[i]);
    last = Math.max(last, end[i]);
}
if (!N)
    first = 0, last = Math.max(D.meta.cycles, 1);

const line = i => D.line[i] ? `line ${D.line[i]}` : "";
const lineOf = i => D.line[i] && D.source[D.line[i] - 1] !== undefined ? D.source[D.line[i] - 1].trim() : "";

// ---- colours: one for each group, with small differences within it

const colour = D.doings.map((d, n) => {
    const [r, g, b] = [1, 3, 5].map(k => parseInt(D.groups[d.group].colour.slice(k, k + 2), 16));
    const kin = D.doings.slice(0, n).filter(o => o.group === d.group).length, by = [0, .2, -.16, .34, -.28][kin % 5];
    const mix = c => Math.round(by > 0 ? c + (255 - c) * by : c * (1 + by));
    return { text: `rgb(${mix(r)},${mix(g)},${mix(b)})`, dark: .3 * mix(r) + .59 * mix(g) + .11 * mix(b) < 140 };
});
// ---- visible instructions

let rows = new Uint32Array(0), matches = null, matchesLeft = 0;
let chosen = -1;

// Converts a word of the search to a test of an instruction.
function question(word) {
    const [, key, value] = /^(\w+):(.*)$/.exec(word) || [, "", word], number = Number(value);
    if (key && ["warp", "line", "part", "l1", "entry"].includes(key))
        return i => D[key][i] === number;
    if (key === "wait") {
        const which = new Set(D.doings.flatMap((d, n) => d.name.includes(value) || D.groups[d.group].name.includes(value) ? [n] : []));
        return i => {
            for (let s = spanAt[i]; s < spanAt[i + 1]; s++)
                if (which.has(spanDoing[s]))
                    return true;
            return false;
        };
    }
    if (/^#\d+$/.test(word))
        return i => D.instr[i] === Number(word.slice(1));
    if (word === "failed")
        return i => D.errors[D.error[i]] !== "" || D.end[i] !== 0;
    const texts = D.texts.map(t => t.toLowerCase().includes(word));
    return i => texts[D.text[i]];
}

function select() {
    const words = byId("find").value.trim().toLowerCase().split(/\s+/).filter(w => w), all = words.map(question);
    const around = byId("around").checked, only = byId("only").checked && all.length > 0;
    matches = all.length ? new Uint8Array(N) : null;
    matchesLeft = 0;
    const kept = [];
    for (let i = 0; i < N; i++) {
        if (!around && !D.own[i])
            continue;
        const fits = all.every(asks => asks(i));
        if (matches && fits)
            matches[i] = 1, matchesLeft++;
        if (fits || !only)
            kept.push(i);
    }
    rows = Uint32Array.from(kept);
    byId("found").textContent = matches ? `${thousands(matchesLeft)} found` : "";
}

const rowOf = i => {                    // the first row that is not above it
    let low = 0, high = rows.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (rows[mid] < i) low = mid + 1; else high = mid;
    }
    return low;
};
const rowAt = cycle => {                // the first row that begins then or later
    let low = 0, high = rows.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (from[rows[mid]] < cycle) low = mid + 1; else high = mid;
    }
    return low;
};

// ---- the picture: x pixels per cycle, y pixels per row, from this cycle and this row on

const view = byId("view"), SCROLL = 7;
const eye = { cycle: first, row: 0, x: 8, y: 18 };
let gutter = 230;

const inner = () => ({ width: Math.max(view.clientWidth - gutter - SCROLL, 50), height: view.clientHeight - TOP });

function keepIn() {
    const { width, height } = inner();
    eye.x = Math.min(Math.max(eye.x, width / (last - first + 10) / 1.2), 60);
    eye.y = Math.min(Math.max(eye.y, Math.min(height / Math.max(rows.length, 1), 18)), 24);
    eye.row = Math.min(Math.max(eye.row, 0), Math.max(rows.length - height / eye.y, 0));
    eye.cycle = Math.min(Math.max(eye.cycle, first - 4 - .1 * width / eye.x), Math.max(last - .3 * width / eye.x, first));
}

// Draws one instruction as a bar.
function drawBar(g, i, y, tall, right) {
    let x = gutter + (from[i] - eye.cycle) * eye.x;
    const wide = (end[i] - from[i]) * eye.x;
    if (x > right || x + wide < gutter)
        return;
    if (wide < 2) {
        g.fillStyle = colour[most[i]].text;
        g.fillRect(x, y, 2, tall);
        return;
    }
    let pass = 0, drawn = gutter - 1;
    for (let s = spanAt[i]; s < spanAt[i + 1]; s++) {
        const doing = spanDoing[s], cycles = spanCycles[s], to = x + cycles * eye.x;
        if (to >= gutter && x <= right && to > drawn + .3) {
            const a = Math.max(x, gutter), b = Math.min(to, right);
            g.fillStyle = colour[doing].text;
            g.fillRect(a, y, Math.max(b - a - (eye.x > 5 && tall > 6 ? 1 : 0), .6), tall);
            drawn = to;
            if (tall >= 13)
                drawWords(g, i, doing, cycles, pass, a, b, x, y + tall / 2 + .5);
        }
        if (doing === PASS || doing === REPLAY)
            pass += cycles;
        x = to;
    }
}

// The label of a span: for passes which one, for all others the name if it fits.
function drawWords(g, i, doing, cycles, pass, a, b, x, y) {
    const passes = doing === PASS || doing === REPLAY;
    g.fillStyle = colour[doing].dark ? "#fff" : "#111827";
    g.textAlign = "center";
    if (passes && eye.x >= 15) {
        for (let c = 0; c < cycles; c++) {
            const at = x + (c + .5) * eye.x;
            if (at > gutter + 6 && at < b)
                g.fillText(eye.x >= 34 && D.end[i] === 0 ? `${pass + c + 1}/${D.passes[i]}` : String(pass + c + 1), at - .5, y);
        }
        return;
    }
    const name = D.doings[doing].name;
    if (!passes && b - a > 30 && g.measureText(name).width < b - a - 6)
        g.fillText(name, (a + b) / 2, y);
}

function drawLabel(g, i, y) {
    g.textAlign = "left";
    g.fillStyle = matches && !matches[i] ? theme.soft : theme.text;
    const text = D.texts[D.text[i]], l1 = several ? `${D.meta.l1s[D.l1[i]]} ` : "";
    g.fillText(l1 + (gutter < 200 ? text.split(".")[0] : text), 8, y, gutter - 70);
    g.fillStyle = theme.soft;
    g.textAlign = "right";
    g.fillText(D.line[i] ? `:${D.line[i]}` : `#${D.instr[i]}`, gutter - 9, y);
}

function drawView() {
    const { g, width, height } = canvasOf(view);
    const right = width - SCROLL, tall = Math.max(eye.y - (eye.y > 5 ? 2 : 0), 1), by = Math.max(1, Math.floor(1 / eye.y));
    gutter = width < 700 ? 120 : 230;
    axis(g, gutter, right - gutter, height, eye.cycle, eye.x);
    g.save();
    g.beginPath();
    g.rect(0, TOP, right, height - TOP);
    g.clip();
    for (let r = Math.floor(eye.row); r < rows.length; r += by) {
        const y = TOP + (r - eye.row) * eye.y, i = rows[r];
        if (y > height)
            break;
        if (i === chosen) {
            g.fillStyle = theme.tint;
            g.fillRect(0, y - 1, right, eye.y);
        }
        g.globalAlpha = matches && !matches[i] ? .25 : 1;
        drawBar(g, i, y, tall, right);
        g.globalAlpha = 1;
        if (eye.y >= 12)
            drawLabel(g, i, y + tall / 2 + .5);
    }
    if (D.meta.failedAt >= 0) {
        const x = gutter + (D.meta.failedAt + .5 - eye.cycle) * eye.x;
        g.fillStyle = "#dc2626";
        if (x > gutter && x < right)
            g.fillRect(x - 1, TOP, 2, height);
    }
    g.restore();
    g.fillStyle = theme.line;
    g.fillRect(gutter - .5, TOP, 1, height);
    if (eye.y < 12 && rows.length) {
        g.fillStyle = theme.soft;
        g.textAlign = "left";
        const top = rows[Math.min(Math.ceil(eye.row), rows.length - 1)];
        g.fillText(`#${D.instr[top]}`, 8, TOP + 10);
        g.fillText(`${thousands(rows.length)} instructions`, 8, TOP + 28);
        g.fillText("closer: + or Ctrl and wheel", 8, TOP + 46, gutter - 12);
    }
    const all = rows.length * eye.y, part = (height - TOP) / Math.max(all, 1);
    if (part < 1) { // the visible fraction of all rows
        g.fillStyle = theme.line;
        g.fillRect(width - SCROLL + 2, TOP + eye.row * eye.y / all * (height - TOP), SCROLL - 2, Math.max(part * (height - TOP), 12));
    }
    if (!rows.length) {
        g.fillStyle = theme.soft;
        g.textAlign = "center";
        g.fillText(N ? "no such instruction" : "no instruction was offered", width / 2, height / 2);
    }
}

// ---- banks, in these cycles, of all counted instructions

const SHADES = 16;

function heat(canvas, left, cycle, cycles, tallest) {
    const own = D.meta.banks, banks = own * D.meta.l1s.length, each = Math.max(4, Math.min(tallest, Math.floor(160 / banks)));
    const { g, width, height } = canvasOf(canvas, banks * each + TOP);
    const wide = width - left - SCROLL, pixels = wide / cycles, binCycles = Math.max(1, Math.ceil(2 / pixels));
    const begin = Math.floor(cycle / binCycles) * binCycles, bins = Math.ceil((cycle + cycles - begin) / binCycles);
    const used = new Float32Array(bins * banks), around = byId("around").checked;
    for (let i = 0; i < N; i++) {
        if ((!around && !D.own[i]) || end[i] < cycle || from[i] > cycle + cycles)
            continue;
        for (let p = passAt[i]; p < passAt[i + 1]; p++) {
            const bin = Math.floor((passCycle[p] - begin) / binCycles);
            if (bin < 0 || bin >= bins)
                continue;
            for (let b = 0; b < own; b++)
                used[bin * banks + D.l1[i] * own + b] += bank[p] >>> b & 1;
        }
    }
    axis(g, left, wide, height, cycle, pixels);
    // the root makes small values visible
    const level = Uint8Array.from(used, n => Math.ceil(SHADES * Math.sqrt(Math.min(n / binCycles, 1))));
    for (let shade = 1; shade <= SHADES; shade++) {
        g.fillStyle = `rgba(${theme.heat},${.1 + .9 * shade / SHADES})`;
        for (let n = 0; n < level.length; n++) {
            if (level[n] !== shade)
                continue;
            const bin = Math.floor(n / banks), x = Math.max(left, left + (begin + bin * binCycles - cycle) * pixels);
            const to = Math.min(left + wide, left + (begin + (bin + 1) * binCycles - cycle) * pixels);
            g.fillRect(x, TOP + n % banks * each, Math.max(to - x - (pixels > 5 ? 1 : 0), 1), each - 1);
        }
    }
    g.fillStyle = theme.soft;
    g.textAlign = "right";
    let apart = 1;
    while (apart * each < 12)
        apart *= 2;
    for (let b = 0; b < banks; b += apart)
        g.fillText(several ? `${D.meta.l1s[Math.floor(b / own)]} bank ${b % own}` : `bank ${b}`, left - 9, TOP + (b + .5) * each, left - 12);
    return { g, width, height, wide };
}

// The cycles of the counted instructions, which contain the whole heat map.
let whole = [0, 1];
function extent() {
    const shown = byId("around").checked ? rows : rows.filter(i => D.own[i]);
    const a = shown.length ? from[shown[0]] : first;
    let b = a + 1;
    for (const i of shown)
        b = Math.max(b, end[i]);
    whole = [a, Math.max(b - a, 8)];
}

const farLeft = several ? 40 + 7 * Math.max(...D.meta.l1s.map(name => name.length + 8)) : 70;
let farPicture = null;                  // picture of the whole heat map; only a filter or a theme changes it
function drawFar(anew) {
    const canvas = byId("far"), left = farLeft;
    if (anew || !farPicture || farPicture.shown !== canvas.clientWidth) {
        heat(canvas, left, whole[0], whole[1], 14);
        farPicture = document.createElement("canvas");
        farPicture.shown = canvas.clientWidth;
        farPicture.width = canvas.width;
        farPicture.height = canvas.height;
        farPicture.getContext("2d").drawImage(canvas, 0, 0);
    }
    const g = canvas.getContext("2d"), width = canvas.clientWidth, wide = width - left - SCROLL, height = canvas.clientHeight;
    g.drawImage(farPicture, 0, 0, width, height);
    const scale = wide / whole[1], x = Math.max(left, left + (eye.cycle - whole[0]) * scale);
    const to = Math.min(left + wide, left + (eye.cycle - whole[0] + inner().width / eye.x) * scale);
    g.strokeStyle = theme.accent;
    g.lineWidth = 2;
    if (to > left)
        g.strokeRect(x, TOP - 2, Math.max(to - x, 3), height - TOP + 1);
    g.lineWidth = 1;
}

let asked = false;
function draw() {
    if (asked)
        return;
    asked = true;
    requestAnimationFrame(() => {
        asked = false;
        drawNow();
    });
}

function drawNow(anew) {
    keepIn();
    drawView();
    heat(byId("near"), gutter, eye.cycle, Math.max(inner().width / eye.x, 1), 12);
    drawFar(anew);
}

// ---- stacks

function stackOf(these) {
    const cycles = new Float64Array(DOINGS);
    for (const i of these)
        for (let s = spanAt[i]; s < spanAt[i + 1]; s++)
            cycles[spanDoing[s]] += spanCycles[s];
    return cycles;
}
const sum = stack => stack.reduce((a, b) => a + b, 0);
const inOrder = stack => [...stack.keys()].filter(d => stack[d]).sort((a, b) => D.doings[a].group - D.doings[b].group || stack[b] - stack[a]);

function bar(stack, of, width) {
    const e = element("div", { className: "stack", title: inOrder(stack).map(d => `${D.doings[d].name}: ${thousands(stack[d])}`).join("\n") });
    const all = sum(stack);
    for (const d of inOrder(stack)) {
        const part = element("i");
        part.style.width = `${100 * stack[d] / of}%`;
        part.style.background = colour[d].text;
        e.append(part);
    }
    e.setAttribute("aria-label", `${thousands(all)} cycles`);
    if (width !== undefined)
        e.style.width = `${width}%`;
    return e;
}

function go(row, what) {                // a row of a table, with a search
    row.className += " go";
    row.tabIndex = 0;
    row.title = `find ${what}`;
    const act = () => {
        byId("find").value = byId("find").value === what ? "" : what;
        byId("only").checked = byId("find").value !== "";
        refresh();
        if (rows.length)
            look(rows[0]);
    };
    row.onclick = act;
    row.onkeydown = e => e.key === "Enter" && act();
    return row;
}

function drawStacks() {
    const stack = stackOf(rows), all = sum(stack);
    byId("whole").replaceChildren(bar(stack, all || 1));
    const causes = element("tbody");
    for (const d of inOrder(stack).sort((a, b) => stack[b] - stack[a])) {
        const swatch = element("span", { className: "swatch" });
        swatch.style.background = colour[d].text;
        causes.append(go(element("tr", {}, element("td", {}, swatch, D.doings[d].name), cell(D.groups[D.doings[d].group].name),
            cell(thousands(stack[d]), "n"), cell(share(stack[d], all), "n")), `wait:${D.doings[d].name.split(" ").pop()}`));
    }
    byId("causes").replaceChildren(element("table", {}, head(["does or waits for"], ["which is"], ["cycles", "n"], ["share", "n"]), causes));
    const warps = new Map(), body = element("tbody");
    for (const i of rows) {
        const key = D.l1[i] * 1000 + D.warp[i];
        if (!warps.has(key))
            warps.set(key, []);
        warps.get(key).push(i);
    }
    const stacks = [...warps].sort((a, b) => a[0] - b[0]).map(([key, its]) => [key, its.length, stackOf(its)]);
    const longest = Math.max(...stacks.map(s => sum(s[2])), 1);
    for (const [key, count, its] of stacks)
        body.append(go(element("tr", {}, cell((several ? `${D.meta.l1s[Math.floor(key / 1000)]}, ` : "") + `warp ${key % 1000}`), cell(thousands(count), "n"),
            cell(thousands(sum(its)), "n"), element("td", {}, bar(its, sum(its), 100 * sum(its) / longest))),
        (several ? `l1:${Math.floor(key / 1000)} ` : "") + `warp:${key % 1000}`));
    byId("warps").replaceChildren(element("table", {}, head(["warp"], ["instructions", "n"], ["cycles", "n"], ["of which"]), body));
}

function drawLegend() {
    const seen = new Set(spanDoing), used = D.groups.map((g, n) => D.doings.some((d, k) => d.group === n && seen.has(k)));
    byId("legend").replaceChildren(...D.groups.flatMap((g, n) => {
        if (!used[n])
            return [];
        const swatch = element("span", { className: "swatch" });
        swatch.style.background = g.colour;
        return [element("span", { title: D.doings.filter(d => d.group === n).map(d => d.name).join(", ") }, swatch, g.name)];
    }));
}

// ---- line by line; without a text, by kind of instruction, and line if there is one

function drawLines() {
    const by = new Map(), text = D.source.length > 0, forms = D.texts.map(t => t.replace(/^w\d+ /, ""));
    for (let i = 0; i < N; i++) {
        const key = !D.own[i] ? null : text ? D.line[i] : (D.line[i] ? `line:${D.line[i]} ` : "") + forms[D.text[i]];
        if (key === null || (text && !key))
            continue;
        const m = by.get(key) || { key, its: [], cycles: 0, passes: 0, mostPasses: 0, hits: 0, misses: 0, merges: 0 };
        by.set(key, m);
        m.its.push(i);
        m.cycles += end[i] - from[i];
        m.passes += D.passes[i];
        m.mostPasses = Math.max(m.mostPasses, D.passes[i]);
        for (const k of ["hits", "misses", "merges"])
            m[k] += D[k][i];
    }
    const body = element("tbody"), keys = text ? (D.source.length <= 300 ? D.source.map((_, n) => n + 1) : [...by.keys()].sort((a, b) => a - b)) : [...by.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    for (const key of keys) {
        const m = by.get(key), what = text ? D.source[key - 1] : key;
        if (!m && (text && key === D.source.length && !what))
            continue;
        if (!m) {
            body.append(element("tr", { className: "none" }, cell(String(key), "n"), cell(what, "c"), ...Array(6).fill(0).map(() => cell(""))));
            continue;
        }
        const looked = m.hits + m.misses + m.merges, stack = stackOf(m.its);
        body.append(go(element("tr", {}, ...(text ? [cell(String(key), "n")] : []), cell(what, "c"), cell(thousands(m.its.length), "n"), cell(per(m.cycles, m.its.length), "n"),
            cell(per(m.passes, m.its.length), "n"), cell(String(m.mostPasses), "n"), cell(looked ? share(m.hits, looked) : "", "n"), element("td", { className: "s" }, bar(stack, sum(stack)))),
        text ? `line:${key}` : key));
    }
    byId("linestitle").textContent = text ? "Line by line" : "By kind of instruction";
    byId("listing").replaceChildren(by.size ? element("table", {}, head(...(text ? [["", "n"]] : []), [text ? "program" : "instruction"], ["times", "n"], ["cycles each", "n"], ["passes each", "n"],
        ["most passes", "n"], ["hit rate", "n"], ["where its cycles go"]), body) : "no instruction of the test's own");
}

// ---- the summary

function drawTiles() {
    const own = [];
    let passes = 0, hits = 0, looked = 0, cycles = 0;
    for (let i = 0; i < N; i++) {
        if (!D.own[i])
            continue;
        own.push(i);
        passes += D.passes[i];
        hits += D.hits[i];
        looked += D.hits[i] + D.misses[i] + D.merges[i];
        cycles += end[i] - from[i];
    }
    const stack = stackOf(own), waits = [...stack.keys()].filter(d => D.groups[D.doings[d].group].name !== "in the pipeline" && d !== PASS && d !== REPLAY);
    const worst = waits.sort((a, b) => stack[b] - stack[a])[0];
    const tiles = [[thousands(own.length), "instructions"], [thousands(D.meta.cycles), "cycles run"], [thousands(passes), `passes and replays, ${per(passes, own.length)} each`],
        [per(cycles, own.length), "cycles each, on average"], ...(looked ? [[share(hits, looked), `hits, of ${thousands(looked)} lookups`]] : []),
        ...(worst !== undefined && stack[worst] ? [[share(stack[worst], cycles), `of these cycles: ${D.doings[worst].name}`]] : []), ...(D.meta.values ? [[thousands(D.meta.values), "values compared"]] : [])];
    byId("tiles").replaceChildren(...tiles.map(([n, what]) => element("div", { className: "tile" }, element("b", {}, n), element("span", {}, what))));
}

// ---- choosing and moving

function choose(i) {
    chosen = i;
    const box = byId("chosen");
    if (i < 0) {
        box.textContent = "Choose an instruction (click, or ↑ ↓) to see where its cycles go.";
        return;
    }
    const stack = stackOf([i]), errors = D.errors[D.error[i]], looked = D.hits[i] + D.misses[i] + D.merges[i];
    const facts = [several ? `${D.meta.l1s[D.l1[i]]}, L1 ${D.l1[i]}` : "", `entry ${D.entry[i]}`, `part ${D.part[i]}`, line(i), `cycles ${thousands(from[i])} to ${thousands(end[i] - 1)}`,
        `${D.passes[i]} passes and replays`, looked ? `${D.hits[i]} hits, ${D.misses[i]} misses, ${D.merges[i]} merges` : "", errors ? `error: ${errors}` : "",
        ["", "lost in a reset", "under way as the run ended"][D.end[i]]].filter(t => t);
    box.replaceChildren(element("p", {}, element("b", {}, `#${D.instr[i]} ${D.texts[D.text[i]]}`), ` · ${facts.join(" · ")} `, ...(lineOf(i) ? [element("br"), element("code", {}, lineOf(i))] : [])),
        bar(stack, sum(stack)), element("p", {}, element("b", {}, `${thousands(sum(stack))} cycles`), " = " + inOrder(stack).map(d => `${stack[d]} ${D.doings[d].name}`).join(" + ")));
}

// Makes it visible, in time too.
function look(i) {
    const { width, height } = inner(), row = rowOf(i);
    choose(i);
    if (row < eye.row + 1 || row > eye.row + height / eye.y - 2)
        eye.row = row - height / eye.y / 3;
    if (from[i] < eye.cycle || from[i] > eye.cycle + .8 * width / eye.x)
        eye.cycle = from[i] - .08 * width / eye.x;
    draw();
}

// Scrolls by rows; time follows, unless all cycles are visible.
function scroll(by) {
    const before = eye.row, at = r => from[rows[Math.min(Math.max(Math.floor(r), 0), rows.length - 1)]];
    if (!rows.length)
        return;
    eye.row += by;
    keepIn();
    if (inner().width / eye.x < last - first)
        eye.cycle += at(eye.row) - at(before);
    draw();
}

function zoom(by, px = gutter + inner().width / 3, py = TOP) {
    const cycle = eye.cycle + (px - gutter) / eye.x, row = eye.row + (py - TOP) / eye.y;
    const x = eye.x;
    eye.x *= by;
    eye.y *= eye.x > x || eye.y < 18 || x < 3 ? by : 1;
    keepIn();
    eye.cycle = cycle - (px - gutter) / eye.x;
    eye.row = row - (py - TOP) / eye.y;
    // keeps the present view in place if rows and cycles cannot be changed alike
    if (rows.length && by > 1) {
        const here = rowAt(cycle);
        if (here < eye.row || here > eye.row + inner().height / eye.y)
            eye.row = here - inner().height / eye.y / 3;
    }
    draw();
}

function fit() {
    extent();
    const { width, height } = inner();
    eye.x = width / (whole[1] * 1.04);
    eye.y = height / Math.max(rows.length, 1);
    eye.cycle = whole[0] - .02 * whole[1];
    eye.row = 0;
    draw();
}

// The first view: all, if that is readable, else the beginning, with as many cycles as the first screen of
// rows has.
function open() {
    fit();
    if (eye.y < 12 || eye.x < 3) {
        const some = Math.floor(inner().height / 18);
        let until = whole[0] + 20;
        for (const i of rows.slice(0, some))
            until = Math.max(until, end[i]);
        eye.y = 18;
        eye.x = Math.max(inner().width / (until - whole[0] + 8), 1.5);
        eye.cycle = whole[0] - 3;
    }
    if (D.meta.failedAt >= 0 && rows.length) { // the end, where something differed
        eye.cycle = D.meta.failedAt - .75 * inner().width / eye.x;
        eye.row = rowAt(eye.cycle);
    }
}

function next(by) {
    if (!matches || !matchesLeft)
        return;
    look(nextMatch(rows, matches, chosen < 0 ? -1 : rowOf(chosen), by));
}

function refresh() {
    select();
    extent();
    view.style.height = Math.min(Math.max(rows.length * 18 + TOP + 26, 220), 540) + "px";
    drawStacks();
    drawNow(true);
}

// ---- mouse and keys

function at(e) {
    const box = view.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top, row = Math.floor(eye.row + (y - TOP) / eye.y);
    const i = y > TOP && row >= 0 && row < rows.length ? rows[row] : -1;
    return { x, y, i, cycle: Math.floor(eye.cycle + (x - gutter) / eye.x) };
}

function tell(e) {
    const tip = byId("tip"), { x, i, cycle } = at(e);
    tip.hidden = i < 0;
    if (i < 0)
        return;
    let text = `#${D.instr[i]} ${D.texts[D.text[i]]}` + (D.line[i] ? `, line ${D.line[i]}` : "");
    if (x > gutter && cycle >= from[i] && cycle < end[i]) {
        let s = spanAt[i], c = from[i], pass = 0;
        for (; c + spanCycles[s] <= cycle; c += spanCycles[s++])
            pass += spanDoing[s] === PASS || spanDoing[s] === REPLAY ? spanCycles[s] : 0;
        const d = spanDoing[s], passes = d === PASS || d === REPLAY;
        text += `\ncycle ${thousands(cycle)}: ${D.doings[d].name}` + (passes ? ` ${pass + cycle - c + 1} of ${D.passes[i]}` : spanCycles[s] > 1 ? `, ${cycle - c + 1} of ${spanCycles[s]}` : "");
    } else {
        text += lineOf(i) ? `\n${lineOf(i)}` : "";
        text += `\n${end[i] - from[i]} cycles, from ${thousands(from[i])} on`;
    }
    tip.textContent = text;
    tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(e.clientY + 16, innerHeight - tip.offsetHeight - 8) + "px";
}

let drag = null;
view.addEventListener("pointerdown", e => {
    drag = { x: e.clientX, y: e.clientY, cycle: eye.cycle, row: eye.row, moved: false };
    view.setPointerCapture(e.pointerId);
});
view.addEventListener("pointermove", e => {
    if (!drag)
        return tell(e);
    const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
    drag.moved = drag.moved || Math.abs(dx) + Math.abs(dy) > 4;
    byId("tip").hidden = true;
    if (drag.moved) {
        eye.cycle = drag.cycle - dx / eye.x;
        eye.row = drag.row - dy / eye.y;
        draw();
    }
});
view.addEventListener("pointerup", e => {
    if (drag && !drag.moved && at(e).i >= 0)
        choose(at(e).i), draw();
    drag = null;
});
view.addEventListener("pointercancel", () => { drag = null; });
view.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
view.addEventListener("wheel", e => {
    e.preventDefault();
    const by = e.deltaMode ? e.deltaY * 30 : e.deltaY;
    if (e.ctrlKey || e.metaKey)
        zoom(Math.exp(-by / 300), at(e).x, at(e).y);
    else if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY))
        eye.cycle += (e.deltaX || by) / eye.x, draw();
    else
        scroll(by / eye.y);
}, { passive: false });

const far = byId("far");
function goFar(e) {
    const box = far.getBoundingClientRect(), left = farLeft, cycle = whole[0] + (e.clientX - box.left - left) / (box.width - left - SCROLL) * whole[1];
    eye.cycle = cycle - inner().width / eye.x / 2;
    eye.row = rowAt(eye.cycle + .1 * inner().width / eye.x);
    draw();
}
far.addEventListener("pointerdown", e => { far.setPointerCapture(e.pointerId); goFar(e); });
far.addEventListener("pointermove", e => { if (e.buttons) goFar(e); });

byId("around").addEventListener("change", () => { refresh(); open(); });
startKeys({
    view, look, rows: () => rows, beside: by => chosen < 0 ? Math.ceil(eye.row) : rowOf(chosen) + by,
    screen: () => inner().height / eye.y * .9, aside: part => { eye.cycle += part * inner().width / eye.x; draw(); },
}, { g: () => chosen >= 0 && look(chosen) });

// ---- start

startTheme(() => drawNow(true));
for (let i = 0, own = 0; i < N; i++)    // if nothing is the test's own, all there is
    if ((own |= D.own[i]) || i === N - 1)
        { byId("around").checked = !own; break; }
drawTiles();
drawLegend();
drawLines();
choose(-1);
refresh();
open();
if (/[#&]all/.test(location.hash))
    fit();
const jump = /[#&]i=(\d+)/.exec(location.hash);
if (jump && D.instr.includes(Number(jump[1])))
    look(D.instr.indexOf(Number(jump[1])));
drawNow();
document.body.dataset.instrs = N;
document.body.dataset.opened = Math.round(performance.now());
