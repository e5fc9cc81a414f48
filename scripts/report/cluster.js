// The program of the page of what passed behind the L1s (common.js comes before it).

// ---- the data as arrays

const P = D.packets, N = P.from.length, last = Math.max(D.cycles, 1);
const sums = deltas => {
    let at = 0;
    return Float64Array.from(deltas, d => at += d);
};
const from = sums(P.from), end = new Float64Array(N), spanAt = new Uint32Array(N + 1);
for (let i = 0; i < N; i++) {
    end[i] = from[i];
    spanAt[i + 1] = spanAt[i] + P.spans[i];
    for (let s = spanAt[i]; s < spanAt[i + 1]; s++)
        end[i] += P.span[2 * s + 1];
}
const links = D.links.map(k => ({ name: k.name, passed: sums(k.passed) }));
const caches = D.caches.map(c => ({ ...c, does: Object.entries(c.does).map(([what, at]) => [what, sums(at)]) }));
// what is held, and for each step its sum over all cycles before
const levels = D.levels.map(l => {
    const at = sums(l.at), before = new Float64Array(at.length), full = l.most || l.held.reduce((a, b) => Math.max(a, b), 1);
    for (let k = 1; k < at.length; k++)
        before[k] = before[k - 1] + l.held[k - 1] * (at[k] - at[k - 1]);
    return { ...l, at, before, full };
});

// The numbers below this one, in an ascending list.
function below(list, value) {
    let low = 0, high = list.length;
    while (low < high) {
        const mid = (low + high) >> 1;
        if (list[mid] < value) low = mid + 1; else high = mid;
    }
    return low;
}
const within = (list, a, b) => below(list, b) - below(list, a);
function heldBefore(level, cycle) {
    const k = below(level.at, cycle) - 1;
    return k < 0 ? 0 : level.before[k] + level.held[k] * (cycle - level.at[k]);
}

const place = span => P.places[P.span[2 * span]];
const kindOf = span => D.places[P.placeKinds[P.span[2 * span]]];
const label = i => `SM ${P.sm[i]} ${P.kinds[P.kind[i]]}${P.line[i] ? ` ${P.line[i]}` : ""}`;
const textOf = i => `${label(i)} ${P.dids[P.did[i]]} ${P.hows[P.how[i]]}`.toLowerCase();

// ---- visible packets

let rows = new Uint32Array(0), matches = null, found = 0, chosen = -1;

// Converts a word of the search to a test of a packet.
function question(word) {
    const [, key, sign, value] = /^(\w+)([:<>])(.+)$/.exec(word) || [, "", "", word];
    if (key === "sm" || key === "warp")
        return i => P[key][i] === Number(value);
    if (key === "line")
        return i => P.line[i] === value.replace(/^0x/, "");
    if (key === "at")
        return i => {
            for (let s = spanAt[i]; s < spanAt[i + 1]; s++)
                if (place(s).includes(value) || kindOf(s).name.includes(value))
                    return true;
            return false;
        };
    if (key === "cycles")
        return i => sign === "<" ? end[i] - from[i] < Number(value) : sign === ">" ? end[i] - from[i] > Number(value) : end[i] - from[i] === Number(value);
    if (/^#\d+$/.test(word))
        return i => i === Number(word.slice(1));
    return i => textOf(i).includes(word);
}

function select() {
    const all = byId("find").value.trim().toLowerCase().split(/\s+/).filter(w => w).map(question), only = byId("only").checked;
    const kept = [];
    matches = all.length ? new Uint8Array(N) : null;
    found = 0;
    for (let i = 0; i < N; i++) {
        const fits = all.every(asks => asks(i));
        if (matches && fits)
            matches[i] = 1, found++;
        if (fits || !only)
            kept.push(i);
    }
    rows = Uint32Array.from(kept);
    byId("found").textContent = matches ? `${thousands(found)} found` : "";
    view.style.height = Math.min(Math.max(rows.length * 18 + TOP + 8, 120), 460) + "px";
}

// ---- pictures: x pixels per cycle, from this cycle and, of packets, this row on

const view = byId("view"), GUTTER = 230, ROW = 18, EDGE = 8;
const eye = { cycle: 0, row: 0, x: 1 };
const wide = () => Math.max(view.clientWidth - GUTTER - EDGE, 50), tall = () => view.clientHeight - TOP;

function keepIn() {
    eye.x = Math.min(Math.max(eye.x, wide() / (last * 1.05)), 60);
    eye.cycle = Math.min(Math.max(eye.cycle, -.02 * last), Math.max(last - .3 * wide() / eye.x, 0));
    eye.row = Math.min(Math.max(eye.row, 0), Math.max(rows.length - tall() / ROW, 0));
}

function nameRow(g, text, y, soft) {
    g.textAlign = "right";
    g.fillStyle = soft ? theme.soft : theme.text;
    g.fillText(text, GUTTER - 9, y, GUTTER - 14);
}

function drawBar(g, i, y, right) {
    let cycle = from[i];
    for (let s = spanAt[i]; s < spanAt[i + 1]; s++) {
        const to = cycle + P.span[2 * s + 1], a = Math.max(GUTTER + (cycle - eye.cycle) * eye.x, GUTTER);
        const b = Math.min(GUTTER + (to - eye.cycle) * eye.x, right), kind = kindOf(s), name = place(s);
        cycle = to;
        if (b < GUTTER || a > right)
            continue;
        g.fillStyle = kind.colour;
        g.fillRect(a, y, Math.max(b - a - (eye.x > 5 ? 1 : 0), .6), ROW - 3);
        g.textAlign = "center";
        g.fillStyle = kind.dark ? "#fff" : "#111827";
        if (b - a > 24 && g.measureText(name).width < b - a - 6)
            g.fillText(name, (a + b) / 2, y + ROW / 2 - 1);
    }
}

function drawView() {
    const { g, width, height } = canvasOf(view), right = width - EDGE;
    axis(g, GUTTER, right - GUTTER, height, eye.cycle, eye.x);
    g.save();
    g.beginPath();
    g.rect(0, TOP, right, height - TOP);
    g.clip();
    for (let r = Math.floor(eye.row); r < rows.length; r++) {
        const y = TOP + (r - eye.row) * ROW, i = rows[r];
        if (y > height)
            break;
        if (i === chosen) {
            g.fillStyle = theme.tint;
            g.fillRect(0, y - 1, right, ROW);
        }
        g.globalAlpha = matches && !matches[i] ? .25 : 1;
        drawBar(g, i, y, right);
        g.textAlign = "left";
        g.fillStyle = theme.text;
        g.fillText(label(i), 8, y + ROW / 2 - 1, GUTTER - 62);
        g.globalAlpha = 1;
        nameRow(g, `#${i}`, y + ROW / 2 - 1, true);
    }
    g.restore();
    g.fillStyle = theme.line;
    g.fillRect(GUTTER - .5, TOP, 1, height);
    const part = (height - TOP) / Math.max(rows.length * ROW, 1);
    if (part < 1)
        g.fillRect(width - EDGE + 3, TOP + eye.row / rows.length * (height - TOP), EDGE - 3, Math.max(part * (height - TOP), 12));
    if (!rows.length) {
        g.fillStyle = theme.soft;
        g.textAlign = "center";
        g.fillText(N ? "no such packet" : "no packet was followed", width / 2, height / 2);
    }
}

// The bins of a picture: from and to in cycles, x and width in pixels.
function bins(right) {
    const cycles = Math.max(1, Math.ceil(4 / eye.x)), found = [];
    for (let a = Math.max(Math.floor(eye.cycle / cycles) * cycles, 0); a < Math.min(eye.cycle + wide() / eye.x, last); a += cycles) {
        const x = Math.max(GUTTER + (a - eye.cycle) * eye.x, GUTTER), to = Math.min(GUTTER + (a + cycles - eye.cycle) * eye.x, right);
        if (to > x)
            found.push({ from: a, to: a + cycles, x, width: Math.max(to - x - (eye.x > 6 ? 1 : 0), .6) });
    }
    return found;
}

// Draws rows of bins; `draw` draws the bin of a row at this height.
function band(canvas, names, row, draw) {
    const { g, width, height } = canvasOf(canvas, names.length * row + TOP + 2), right = width - EDGE;
    axis(g, GUTTER, right - GUTTER, height, eye.cycle, eye.x);
    const all = bins(right);
    names.forEach((name, n) => {
        const y = TOP + n * row;
        for (const bin of all)
            draw(g, n, bin, y, row - 2);
        nameRow(g, name, y + row / 2 - .5, true);
    });
    g.fillStyle = theme.line;
    g.fillRect(GUTTER - .5, TOP, 1, height);
}

const heat = part => `rgba(${theme.heat},${.1 + .9 * Math.min(part, 1)})`;
const linkShare = (n, a, b) => within(links[n].passed, a, b) / (b - a);
const levelMean = (n, a, b) => (heldBefore(levels[n], b) - heldBefore(levels[n], a)) / (b - a);

function drawLinks() {
    band(byId("linksview"), links.map(k => k.name), 14, (g, n, bin, y, high) => {
        const part = linkShare(n, bin.from, bin.to);
        g.fillStyle = heat(part);
        if (part > 0)
            g.fillRect(bin.x, y, bin.width, high);
    });
}

function drawQueues() {
    band(byId("queuesview"), levels.map(l => l.name), 14, (g, n, bin, y, high) => {
        const part = levelMean(n, bin.from, bin.to) / levels[n].full;
        g.fillStyle = heat(part);
        if (part > 0)
            g.fillRect(bin.x, y, bin.width, high);
    });
}

function drawCaches() {
    band(byId("cachesview"), caches.map(c => c.name), 22, (g, n, bin, y, high) => {
        const counts = caches[n].does.map(([what, at]) => [what, within(at, bin.from, bin.to)]), all = counts.reduce((sum, c) => sum + c[1], 0);
        let top = y;
        for (const [what, count] of counts.filter(c => c[1])) {
            g.fillStyle = D.does[what];
            g.fillRect(bin.x, top, bin.width, high * count / all);
            top += high * count / all;
        }
    });
}

function drawNow() {
    keepIn();
    drawView();
    drawLinks();
    drawCaches();
    drawQueues();
}
let asked = false;
function draw() {
    if (!asked)
        requestAnimationFrame(() => { asked = false; drawNow(); });
    asked = true;
}

// ---- tables, legends, the summary

function swatches(into, things) {
    byId(into).replaceChildren(...things.map(({ name, colour }) => {
        const swatch = element("span", { className: "swatch" });
        swatch.style.background = colour;
        return element("span", {}, swatch, name);
    }));
}

const countsOf = cache => Object.fromEntries(cache.does.map(([what, at]) => [what, at.length]));
const looked = c => (c.hits || 0) + (c.merges || 0) + (c.misses || 0);

function drawTable() {
    const used = Object.keys(D.does).filter(what => caches.some(c => countsOf(c)[what])), body = element("tbody");
    for (const cache of caches) {
        const c = countsOf(cache), again = Object.entries(cache.again).sort((a, b) => b[1] - a[1]).map(([why, n]) => `${why} ${thousands(n)}`);
        body.append(element("tr", {}, cell(cache.name), ...used.map(what => cell(thousands(c[what] || 0), "n")), cell(looked(c) ? share(c.hits || 0, looked(c)) : "", "n"), cell(again.join(", "))));
    }
    byId("table").replaceChildren(element("table", {}, head(["part"], ...used.map(what => [what, "n"]), ["hit rate", "n"], ["passes made again, and why"]), body));
    swatches("doeslegend", used.map(name => ({ name, colour: D.does[name] })));
}

function drawLegend() {
    const seen = new Set(P.placeKinds);
    swatches("legend", D.places.filter((_, n) => seen.has(n)));
}

function rateOf(which) {
    const counts = caches.filter(c => c.name.startsWith(which)).map(countsOf), all = counts.reduce((sum, c) => sum + looked(c), 0);
    return all ? [[share(counts.reduce((sum, c) => sum + (c.hits || 0), 0), all), `hits of ${thousands(all)} reads in ${which === "node" ? "nodes" : "L2 slices"}`]] : [];
}

function drawTiles() {
    const reads = [...Array(N).keys()].filter(i => P.kinds[P.kind[i]].startsWith("read") && P.hows[P.how[i]] === "answered");
    const cycles = reads.map(i => end[i] - from[i]).sort((a, b) => a - b), busiest = links.map((k, n) => [k.passed.length / last, n]).sort((a, b) => b[0] - a[0])[0];
    const tiles = [[thousands(N), "packets"], [thousands(last), "cycles run"],
        ...(cycles.length ? [[per(cycles.reduce((a, b) => a + b, 0), cycles.length), `cycles of a read, on average; at most ${thousands(cycles[cycles.length - 1])}`]] : []),
        ...rateOf("node"), ...rateOf("l2"), ...(busiest ? [[share(busiest[0], 1), `of all cycles in the busiest link, ${links[busiest[1]].name}`]] : [])];
    byId("tiles").replaceChildren(...tiles.map(([n, what]) => element("div", { className: "tile" }, element("b", {}, n), element("span", {}, what))));
}

// ---- choosing and moving

function choose(i) {
    chosen = i;
    if (i < 0) {
        byId("chosen").textContent = "Choose a packet (click, or ↑ ↓) to see its way.";
        return;
    }
    const spans = [];
    for (let s = spanAt[i]; s < spanAt[i + 1]; s++)
        spans.push(`${P.span[2 * s + 1]} ${place(s)}`);
    const facts = [P.dids[P.did[i]], `cycles ${thousands(from[i])} to ${thousands(end[i])}`, P.hows[P.how[i]]].filter(t => t);
    byId("chosen").replaceChildren(element("p", {}, element("b", {}, `#${i} ${label(i)}`), ` · ${facts.join(" · ")}`),
        element("p", {}, element("b", {}, `${thousands(end[i] - from[i])} cycles`), ` = ${spans.join(" + ")}`));
}

const rowOf = i => below(rows, i);

function look(i) {                      // makes it visible, in time too
    const row = rowOf(i);
    choose(i);
    if (row < eye.row + 1 || row > eye.row + tall() / ROW - 2)
        eye.row = row - tall() / ROW / 3;
    if (from[i] < eye.cycle || from[i] > eye.cycle + .8 * wide() / eye.x)
        eye.cycle = from[i] - .08 * wide() / eye.x;
    draw();
}

function scroll(by) {                   // time follows, unless all cycles are visible
    const at = () => rows.length ? from[rows[Math.min(Math.max(Math.floor(eye.row), 0), rows.length - 1)]] : 0, before = at();
    eye.row += by;
    keepIn();
    if (wide() / eye.x < last)
        eye.cycle += at() - before;
    draw();
}

function zoom(by, px = GUTTER + wide() / 3) {
    const cycle = eye.cycle + (px - GUTTER) / eye.x;
    eye.x *= by;
    keepIn();
    eye.cycle = cycle - (px - GUTTER) / eye.x;
    draw();
}

function fit() {
    eye.x = 0;
    eye.cycle = eye.row = 0;
    draw();
}

// The first view: a screen of packets of the test's own.
function open() {
    const first = below(from, D.own), some = Math.min(first + Math.floor(tall() / ROW), N) - 1;
    let until = D.own + 50;
    for (let i = first; i <= some; i++)
        until = Math.max(until, end[i]);
    eye.cycle = first < N ? from[first] - 5 : 0;
    eye.row = first < N ? rowOf(first) : 0;
    eye.x = wide() / Math.max(until - eye.cycle + 5, 60);
}

function next(by) {
    if (!found)
        return;
    look(nextMatch(rows, matches, chosen < 0 ? -1 : rowOf(chosen), by));
}

function refresh() {
    select();
    drawNow();
}

// ---- mouse and keys

function tell(text, e) {
    const tip = byId("tip");
    tip.hidden = !text;
    tip.textContent = text;
    tip.style.left = Math.min(e.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
    tip.style.top = Math.min(e.clientY + 16, innerHeight - tip.offsetHeight - 8) + "px";
}

function at(canvas, e, row, count, first = 0) {
    const box = canvas.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top, n = Math.floor(first + (y - TOP) / row);
    const cycle = Math.floor(eye.cycle + (x - GUTTER) / eye.x), bin = bins(box.width - EDGE).find(b => b.from <= cycle && cycle < b.to);
    return { x, cycle, n: y > TOP && n >= 0 && n < count ? n : -1, bin: x > GUTTER ? bin : undefined };
}

function packetTip({ n, x, cycle }) {
    if (n < 0)
        return "";
    const i = rows[n];
    let text = `#${i} ${label(i)}, ${thousands(end[i] - from[i])} cycles`, c = from[i];
    for (let s = spanAt[i]; s < spanAt[i + 1]; c += P.span[2 * s++ + 1])
        if (x > GUTTER && cycle >= c && cycle < c + P.span[2 * s + 1])
            text += `\ncycle ${thousands(cycle)}: ${place(s)} (${kindOf(s).name}), ${cycle - c + 1} of ${P.span[2 * s + 1]}`;
    return text;
}

const range = bin => bin.to - bin.from > 1 ? `cycles ${thousands(bin.from)} to ${thousands(bin.to - 1)}` : `cycle ${thousands(bin.from)}`;
const tips = {
    linksview: [14, links, (n, bin) => `${links[n].name}\n${range(bin)}: ${within(links[n].passed, bin.from, bin.to)} of ${bin.to - bin.from}, ${share(linkShare(n, bin.from, bin.to), 1)}\nall cycles: ${thousands(links[n].passed.length)}, ${share(links[n].passed.length, last)}`],
    queuesview: [14, levels, (n, bin) => `${levels[n].name}\n${range(bin)}: ${levelMean(n, bin.from, bin.to).toFixed(2)}` + (levels[n].most ? ` of ${levels[n].most}` : `, at most ${levels[n].full} in the run`) + `\nall cycles: ${levelMean(n, 0, last).toFixed(2)}`],
    cachesview: [22, caches, (n, bin) => `${caches[n].name}\n${range(bin)}: ` + (caches[n].does.map(([what, a]) => [what, within(a, bin.from, bin.to)]).filter(c => c[1]).map(c => `${c[1]} ${c[0]}`).join(", ") || "nothing")],
};

let drag = null;
function movable(canvas, hover, click) {
    canvas.addEventListener("pointerdown", e => {
        drag = { x: e.clientX, y: e.clientY, cycle: eye.cycle, row: eye.row, moved: false };
        canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener("pointermove", e => {
        if (!drag)
            return tell(hover(e), e);
        const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
        drag.moved = drag.moved || Math.abs(dx) + Math.abs(dy) > 4;
        byId("tip").hidden = true;
        if (drag.moved) {
            eye.cycle = drag.cycle - dx / eye.x;
            eye.row = canvas === view ? drag.row - dy / ROW : eye.row;
            draw();
        }
    });
    canvas.addEventListener("pointerup", e => {
        if (drag && !drag.moved)
            click(e);
        drag = null;
    });
    canvas.addEventListener("pointercancel", () => { drag = null; });
    canvas.addEventListener("pointerleave", () => { byId("tip").hidden = true; });
    canvas.addEventListener("wheel", e => {
        const by = e.deltaMode ? e.deltaY * 30 : e.deltaY, aside = e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY);
        if (canvas !== view && !e.ctrlKey && !e.metaKey && !aside)
            return; // the page scrolls
        e.preventDefault();
        if (e.ctrlKey || e.metaKey)
            zoom(Math.exp(-by / 300), at(canvas, e, ROW, 0).x);
        else if (aside)
            eye.cycle += (e.deltaX || by) / eye.x, draw();
        else
            scroll(by / ROW);
    }, { passive: false });
}
movable(view, e => packetTip(at(view, e, ROW, rows.length, eye.row)), e => {
    const { n } = at(view, e, ROW, rows.length, eye.row);
    if (n >= 0)
        choose(rows[n]), draw();
});
for (const [name, [row, things, text]] of Object.entries(tips))
    movable(byId(name), e => {
        const { n, bin } = at(byId(name), e, row, things.length);
        return n >= 0 && bin ? text(n, bin) : "";
    }, () => {});

startKeys({
    view, look, rows: () => rows, beside: by => chosen < 0 ? Math.ceil(eye.row) : rowOf(chosen) + by,
    screen: () => tall() / ROW * .9, aside: part => { eye.cycle += part * wide() / eye.x; draw(); },
});

// ---- start

for (const kind of D.places) {
    const [r, g, b] = [1, 3, 5].map(k => parseInt(kind.colour.slice(k, k + 2), 16));
    kind.dark = .3 * r + .59 * g + .11 * b < 140;
}
startTheme(drawNow);
drawTiles();
drawLegend();
drawTable();
choose(-1);
select();
open();
const jump = /[#&]i=(\d+)/.exec(location.hash);
if (jump && Number(jump[1]) < N)
    look(Number(jump[1]));
drawNow();
document.body.dataset.packets = N;
document.body.dataset.opened = Math.round(performance.now());
