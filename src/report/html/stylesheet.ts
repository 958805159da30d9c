// The report's look. Colour means one thing each: the four groups of the bill (after Okabe and Ito, told
// apart by colour-blind readers), the formats in the lines, and the verdicts. Everything else is ink on
// paper.

import { MARKS } from '../answers/answer.ts';
import { PALETTE } from './palette.ts';

export const STYLESHEET = `
${PALETTE}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main, header, footer { max-width: 1120px; margin: 0 auto; padding: 0 28px; }
header { padding-top: 44px; }
.mark { color: var(--soft); font-size: 14px; letter-spacing: .02em; margin: 0 0 18px; }
h1 { font-size: 32px; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; margin: 0 0 6px; text-wrap: balance; }
h2 { font-size: 21px; line-height: 1.3; font-weight: 650; letter-spacing: -.01em; margin: 64px 0 4px; }
h3 { font-size: 16px; font-weight: 650; margin: 34px 0 8px; }
h3.part { font-size: 18px; margin: 40px 0 14px; }
p { margin: 0 0 10px; max-width: 72ch; }
h1, h2, h3, p, li, dd, td, th { overflow-wrap: break-word; }
.lead { font-size: 19px; color: var(--soft); margin-bottom: 14px; }
.note { color: var(--soft); font-size: 14px; }
.facts { display: flex; flex-wrap: wrap; gap: 4px 22px; margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: 14px; }
.facts + .note { margin-top: 14px; }
.ending { border-left: 3px solid var(--bad); padding: 6px 14px; margin: 18px 0 0; }
code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
p code { white-space: nowrap; }
pre { margin: 0 0 10px; padding: 10px 14px; width: max-content; min-width: 100%; background: var(--wash); }
pre code { overflow-wrap: normal; tab-size: 4; }
.file { margin: 12px 0 4px; font-size: 14px; font-weight: 600; }
a { color: inherit; }
.whole { white-space: nowrap; }
.iv { color: var(--soft); white-space: nowrap; font-size: .88em; }

.answers { margin: 34px 0 0; border-top: 1px solid var(--line); }
.answer { display: grid; grid-template-columns: 220px 1fr; gap: 0 28px; padding: 14px 0; border-bottom: 1px solid var(--line); }
.answer .question { margin: 2px 0 0; font-size: 14px; font-weight: 500; letter-spacing: 0; color: var(--soft); line-height: 1.5; }
.answer ul { list-style: none; margin: 0; padding: 0; }
.answer li { padding: 1px 0 1px 22px; position: relative; }
.answer li::before { position: absolute; left: 0; top: 1px; width: 14px; text-align: center; font-weight: 700; }
.answer .decided::before { content: "${MARKS.decided}"; font-size: 10px; top: 6px; }
.answer .tie::before { content: "${MARKS.tie}"; color: var(--soft); }
.answer .within::before { content: "${MARKS.within}"; color: var(--soft); }
.answer .open::before { content: "${MARKS.open}"; color: var(--open); }
.answer .provisional::before { content: "${MARKS.provisional}"; color: var(--open); }
.answer .note { font-size: inherit; color: inherit; }
.answer .note::before { content: "${MARKS.note}"; color: var(--soft); }
.where { color: var(--soft); }
.answers > h2 { font-size: 16px; margin: 22px 0 4px; }

.checks { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 18px 32px; margin: 26px 0 0; }
.checks dt { color: var(--soft); font-size: 14px; }
.checks dd { margin: 0; }
.checks .figure { font-size: 21px; font-weight: 600; letter-spacing: -.01em; line-height: 1.35; }

.warnings { list-style: none; margin: 26px 0 0; padding: 0; }
.warnings li { border-left: 3px solid var(--open); padding: 1px 0 1px 14px; margin: 0 0 10px; max-width: 84ch; }
.warnings .kind { color: var(--soft); font-size: 14px; }

table { border-collapse: collapse; width: 100%; font-size: 15px; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 650; padding: 0 0 8px; }
th { font-weight: 500; font-size: 13px; color: var(--soft); text-align: left; vertical-align: bottom; padding: 4px 18px 6px 0; border-bottom: 1px solid var(--line); }
td, tbody th { padding: 5px 18px 5px 0; border-bottom: 1px solid var(--line); vertical-align: baseline; }
tbody th { font-size: inherit; color: inherit; font-weight: 400; text-align: left; }
td:last-child, th:last-child { padding-right: 0; }
.num { text-align: right; white-space: nowrap; }
tr.lead-row th, tr.lead-row .median { font-weight: 650; }
.scroll { overflow-x: auto; }
.scroll thead th { white-space: nowrap; }
.scroll tbody th { min-width: 8em; }
.scroll tbody td:last-child:not(.num) { min-width: 9em; }
.results { margin-top: 12px; }
.results .chip { white-space: normal; }
.results .verdict { min-width: 10em; }
.results .whole-claim th, .results .whole-claim .says { font-weight: 650; }
.results .whole-claim .note { font-weight: 400; }
button.sort { all: unset; cursor: pointer; }
button.sort:focus-visible { outline: 2px solid var(--network); outline-offset: 2px; }
.chip { white-space: nowrap; }
.chip::before { font-weight: 700; margin-right: 6px; }
.chip.good { color: var(--good); } .chip.good::before { content: "✓"; }
.chip.bad { color: var(--bad); } .chip.bad::before { content: "✗"; }
.chip.turned { color: var(--bad); font-weight: 650; } .chip.turned::before { content: "⇄"; }
.chip.part { color: var(--open); } .chip.part::before { content: "◐"; }
.chip.open { color: var(--open); } .chip.open::before { content: "${MARKS.open}"; }
.chip.provisional { color: var(--open); } .chip.provisional::before { content: "${MARKS.provisional}"; }
.chip.predicted { color: var(--soft); } .chip.predicted::before { content: "${MARKS.note}"; }
.chip.tie { color: var(--soft); } .chip.tie::before { content: "${MARKS.tie}"; }
.chip.within { color: var(--soft); } .chip.within::before { content: "${MARKS.within}"; }
.chip.decided { color: var(--good); } .chip.decided::before { content: "${MARKS.decided}"; font-size: 10px; }
.chip.up { color: var(--good); } .chip.up::before { content: "▲"; font-size: 10px; }
.chip.down { color: var(--bad); } .chip.down::before { content: "▼"; font-size: 10px; }

.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 13px; color: var(--soft); margin: 8px 0 10px; padding: 0; list-style: none; }
.legend svg { width: 11px; height: 11px; margin: 0 5px 0 3px; vertical-align: -1px; }
.legend .item { margin-right: 8px; white-space: nowrap; }
.legend b { color: var(--ink); font-weight: 600; margin-right: 3px; }
.cells > table { table-layout: fixed; }
.cells > table + table { margin-top: 20px; }
.cells > table th:nth-child(1) { width: 17%; } .cells > table th:nth-child(2) { width: 9.5%; } .cells > table th:nth-child(3) { width: 12.5%; }
.cells > table th:nth-child(4) { width: 24%; } .cells > table th:nth-child(5) { width: 9.5%; }
.cells td.ratio { white-space: normal; }
.cells td.bar { padding-right: 0; vertical-align: middle; }
.cells .bar svg { display: block; width: 100%; height: 20px; overflow: visible; }
.bar text { font-size: 13px; fill: var(--soft); }
.tables section { margin: 0 0 30px; }
.tables.many section { content-visibility: auto; contain-intrinsic-size: auto 320px; }
.server { fill: var(--server); } .network { fill: var(--network); } .browser { fill: var(--browser); } .client { fill: var(--client); }
.s1 { fill-opacity: .74; } .s2 { fill-opacity: .52; } .s3 { fill-opacity: .36; }
.edge { stroke: var(--paper); stroke-width: 1; }
.hatch { stroke: var(--soft); stroke-width: 1.4; }
.residual { fill: url(#hatch); stroke: var(--soft); stroke-width: .6; }
.alone { stroke: var(--soft); stroke-width: 1.5; stroke-dasharray: 1.5 2; }
.over { stroke: var(--bad); stroke-width: 2; }

.ways { margin-top: 26px; }
.ways .wide { overflow-x: auto; }
.ways .wide > table { font-size: 14px; }
.ways .wide th, .ways .wide td { padding-right: 14px; }
.ways .wide thead th { white-space: nowrap; }
.ways .wide tbody th { min-width: 110px; }
.ways .wide th:last-child, .ways .wide td:last-child { padding-right: 0; }
.ways .num:not(.median):not(.ratio) { color: var(--soft); }
.ways .note { margin: 6px 0 0; }
.bills { display: grid; grid-template-columns: minmax(110px, 220px) 1fr; gap: 5px 16px; align-items: center; font-size: 14px; margin: 14px 0 0; }
.bills .bar svg { display: block; width: 100%; height: 20px; overflow: visible; }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 24px 36px; margin-top: 14px; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: 14px; font-weight: 600; margin: 0 0 4px; }
figure svg { display: block; width: 100%; max-width: 560px; height: auto; }
.plot text { font-family: inherit; font-size: 12px; }
.plot [data-mark=text] { fill: var(--soft); }
.plot [data-mark~=grid] { stroke: var(--line); stroke-opacity: 1; }
.k0 { --k: var(--k0); } .k1 { --k: var(--k1); } .k2 { --k: var(--k2); } .k3 { --k: var(--k3); }
.k4 { --k: var(--k4); } .k5 { --k: var(--k5); } .k6 { --k: var(--k6); } .k7 { --k: var(--k7); }

.ends text { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
.won { fill: var(--k); fill-opacity: .3; }
.open { fill: url(#hatch); }
.plot .winners text { fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round; }
.now line { stroke: var(--ink); stroke-width: 1.2; stroke-dasharray: 3 3; }
.plot .now text { fill: var(--ink); font-weight: 600; }
.sweeps svg { display: block; width: 100%; height: 20px; overflow: visible; }
.sweeps .strip { width: 34%; vertical-align: middle; }
.sweeps .won { fill-opacity: .55; }
.legend .won { fill-opacity: .55; }

.decision { margin: 10px 0 34px; }
.decision .ending { margin: 10px 0 14px; }
.map .won, .legend .won { fill-opacity: .5; }
.way-mark { fill: var(--paper); stroke: var(--paper); stroke-width: 1.1; }
.stripe { fill: var(--k); fill-opacity: .6; }
.map .frame { fill: none; stroke: var(--line); }
.map .seen { fill: var(--ink); stroke: var(--paper); stroke-width: 1; }
.map .unseen { fill: var(--paper); stroke: var(--ink); stroke-width: 1.4; }
.map text { font-family: inherit; font-size: 12px; }
.map .place text { font-size: 10.5px; fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
.map .letter { font-size: 15px; font-weight: 650; fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 3.5px; stroke-linejoin: round; }

.what-if { display: none; }
.live .what-if { display: block; }
.sliders { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); gap: 14px 32px; margin: 16px 0; }
.sliders label { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; font-size: 14px; color: var(--soft); }
.sliders output { color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; }
.sliders input { grid-column: 1 / -1; width: 100%; height: 26px; margin: 0; accent-color: var(--network); }
.sliders .choice { grid-column: 1 / -1; display: block; }
.sliders select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: 4px 8px; max-width: 100%; }
.bars { contain: content; list-style: none; margin: 0; padding: 0; font-size: 14px; }
.bars li { display: grid; grid-template-columns: minmax(110px, 220px) 1fr 190px; gap: 3px 16px; align-items: center; padding: 3px 0; }
.bars svg { display: block; width: 100%; height: 20px; overflow: visible; }
.bars .figure { font-size: 13px; color: var(--soft); font-variant-numeric: tabular-nums; white-space: nowrap; }
.bars .range { stroke: var(--ink); stroke-width: 1.6; }
.bars .least { font-weight: 650; }
.bars .untold rect, .bars .untold line { display: none; }

.strips { display: grid; grid-template-columns: minmax(110px, 190px) 1fr 56px; gap: 6px 16px; align-items: center; font-size: 14px; font-variant-numeric: tabular-nums; }
.strips .count { color: var(--soft); font-size: 13px; text-align: right; }
.strips svg, .strips img { display: block; width: 100%; height: 46px; background: var(--wash); }
.strips .axis { background: none; height: 20px; overflow: visible; }
.axis text { font-size: 12px; fill: var(--soft); }
.axis line { stroke: var(--line); }
.dots { fill: none; stroke: var(--network); stroke-width: 2.6; stroke-linecap: round; stroke-opacity: .55; }
.middle { stroke: var(--ink); stroke-width: 1.5; }
.raster { position: relative; }
.strips .over-all { position: absolute; inset: 0; background: none; }

.latencies svg.strip:not(.axis) { height: 24px; overflow: visible; }
.latencies .thin { stroke: var(--network); stroke-width: 2; }
.latencies .thick { stroke: var(--network); stroke-width: 7; }
.latencies .point { fill: var(--ink); }
.latencies .ring { fill: var(--paper); stroke: var(--soft); stroke-width: 1.5; }

.forest svg { display: block; width: 100%; height: 16px; overflow: visible; }
.forest .drawn { width: 36%; min-width: 130px; vertical-align: middle; }
.forest .of { font-weight: 650; padding-top: 18px; }
.forest .band { fill: var(--line); fill-opacity: .8; }
.forest .one { stroke: var(--soft); stroke-width: 1; }
.forest .range { stroke: var(--ink); stroke-width: 2; }
.forest .point { fill: var(--ink); }

details { margin: 10px 0; }
summary { cursor: pointer; color: var(--soft); font-size: 14px; }
summary:hover { color: var(--ink); }
dl.plain { display: grid; grid-template-columns: 200px minmax(0, 1fr); gap: 4px 24px; margin: 12px 0; font-size: 15px; }
dl.plain dt { color: var(--soft); } dl.plain dd { margin: 0; }
.filter { display: none; }
.filter input { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 4px; padding: 5px 10px; width: min(100%, 340px); }
.live .filter { display: block; margin: 12px 0; }
footer { color: var(--soft); font-size: 14px; padding-top: 48px; padding-bottom: 64px; }
[hidden] { display: none !important; }

@media (max-width: 720px) {
  body { font-size: 15px; }
  main, header, footer { padding-left: 16px; padding-right: 16px; }
  header { padding-top: 26px; }
  h1 { font-size: 26px; } .lead { font-size: 17px; } h2 { margin-top: 48px; }
  .answer { grid-template-columns: 1fr; gap: 4px; }
  .answer .question { margin-top: 0; }
  .cells > table > thead { display: block; position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .cells > table, .cells > table > caption, .cells > table > tbody { display: block; }
  .cells > table th:nth-child(n) { width: auto; }
  .cells > table > tbody > tr { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: 0 12px; padding: 9px 0; border-bottom: 1px solid var(--line); align-items: baseline; }
  .cells > table > tbody th, .cells > table > tbody td { border: 0; padding: 0; }
  .cells .bar { grid-column: 1 / -1; width: auto; padding-top: 4px; }
  .cells .median::after { content: " ms"; color: var(--soft); font-size: 13px; }
  .cells .ratio { grid-column: 1; grid-row: 2; text-align: left; color: var(--soft); font-size: 13px; }
  .cells .ratio .chip { white-space: normal; }
  .cells .interval, .cells .bytes { color: var(--soft); font-size: 13px; }
  .cells .bytes { grid-row: 2; grid-column: 2 / -1; }
  .cells .bytes::after { content: " B"; }
  .ways .wide > table > thead { display: block; position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .ways .wide > table, .ways .wide > table > caption, .ways .wide > table > tbody { display: block; }
  .ways .wide > table > tbody > tr { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 9px 0; border-bottom: 1px solid var(--line); align-items: baseline; }
  .ways .wide > table > tbody th, .ways .wide > table > tbody td { border: 0; padding: 0; font-size: 13px; }
  .ways .wide > table > tbody th { flex: 1 1 60%; font-size: 15px; white-space: normal; }
  .ways .wide > table > tbody .median { font-size: 15px; }
  .ways .wide td[data-label]::before { content: attr(data-label) " "; color: var(--soft); font-size: 13px; font-weight: 400; }
  .ways .wide td.interval::before { content: none; }
  .bars li { grid-template-columns: 1fr auto; gap: 0 12px; } .bars svg { grid-column: 1 / -1; grid-row: 2; }
  .bills { grid-template-columns: 1fr; gap: 2px; } .bills .bar { margin-bottom: 6px; padding-right: 16px; }
  .forest > thead { display: none; }
  .forest, .forest > tbody { display: block; }
  .forest > tbody > tr { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) auto; gap: 0 10px; padding: 7px 0; border-bottom: 1px solid var(--line); align-items: baseline; }
  .forest > tbody th, .forest > tbody td { border: 0; padding: 0; }
  .scroll .forest > tbody th { white-space: normal; }
  .forest > tbody .of { grid-column: 1 / -1; padding-top: 12px; }
  .forest .against::before { content: "against "; color: var(--soft); }
  .forest .verdict { grid-row: 2; grid-column: 1; }
  .forest .num { grid-row: 2; grid-column: 2 / -1; }
  .forest .drawn { grid-column: 1 / -1; width: auto; padding-top: 4px; }
  .claims > table > thead { display: none; }
  .claims > table, .claims > table > tbody { display: block; }
  .claims > table > tbody > tr { display: grid; grid-template-columns: 1fr auto; gap: 2px 12px; padding: 10px 0; border-bottom: 1px solid var(--line); }
  .claims > table > tbody th, .claims > table > tbody td { border: 0; padding: 0; text-align: left; white-space: normal; }
  .claims > table > tbody th { font-weight: 650; }
  .claims .verdict { grid-row: 1; grid-column: 2; }
  .claims .says, .claims .published, .claims .measured { grid-column: 1 / -1; }
  .claims .published::before { content: "published "; color: var(--soft); }
  .claims .measured::before { content: "measured "; color: var(--soft); }
  .sweeps thead { display: none; }
  .sweeps table, .sweeps tbody { display: block; }
  .sweeps tr { display: grid; grid-template-columns: 1fr auto; gap: 0 12px; padding: 9px 0; border-bottom: 1px solid var(--line); align-items: baseline; }
  .sweeps tbody th, .sweeps td { border: 0; padding: 0; }
  .sweeps .strip { grid-column: 1 / -1; width: auto; padding: 5px 0; }
  .sweeps .stays { text-align: left; } .sweeps .stays::before { content: "stays at "; color: var(--soft); }
  .sweeps .beyond { grid-column: 1 / -1; } .sweeps .none { display: none; }
  .sweeps .beyond::before { content: attr(data-side) " that "; color: var(--soft); }
  .strips { grid-template-columns: 1fr auto; gap: 2px 10px; grid-auto-flow: dense; }
  .strips .strip { grid-column: 1 / -1; grid-row: auto; margin-bottom: 6px; }
  .strips .count { grid-column: 2; }
  .strips .axis-gap { display: none; }
  dl.plain { grid-template-columns: minmax(0, 1fr); gap: 0; } dl.plain dd { margin-bottom: 8px; }
}
@media (prefers-color-scheme: dark) { .strips img { filter: brightness(1.5); } .dots { stroke-opacity: .8; } }
@media print {
  body { font-size: 11pt; } h2 { break-after: avoid; } section, figure, tr { break-inside: avoid; }
  .filter { display: none !important; } .tables.many section { content-visibility: visible; }
}
`;
