// Sections of the reference page about calls, and about what published studies of them needed beside ratios
// of times.

import { CALLS } from '../../data/calls.ts';

export const CALLS_TEXT = `### Calls

With procedure \`call\` the client encodes a request and posts it, the server decodes it and answers. What is timed begins before the
request is encoded. The shortest such study:

\`\`\`yaml
study: my-calls
title: SOAP or JSON
question: What does SOAP cost over JSON?
factors:
  dataset: book
  n: 100
  procedure: call
  format: [json, soap]
\`\`\`

A level of \`dataset\` says what is called, and by which request:

${callTable()}

- What only answers calls (\`transit-…\`) is one answer each: \`n\` is left out. Nothing can be called that has one’s own data.
- \`format\` is that of request and answer. Cells of formats that cannot carry either, and what the target does not answer or the
  client cannot decode, are left out with the reason, in the plan or the report.
- \`soap\` and \`soap-serialized\` go to the target’s SOAP service; all others to \`/call/<operation>\`.`;

function callTable(): string {
  const rows = CALLS.map(({ dataset, operation }) => `| \`${dataset}\` | \`${operation}\` |`);
  return ['| dataset | operation |', '| --- | --- |', ...rows].join('\n');
}

export const URLS_TEXT = `### URLs

A level of \`target\` may be a URL, of a server that knows nothing of Wirefare: what [\`wirefare measure\`](../guide/own-server.md)
asks, beside other URLs and beside targets that keep the contract. The shortest such study:

\`\`\`yaml
study: my-orders
title: Orders, today and rewritten
question: What do users wait for, and what does the rewrite change?
factors:
  network: [4g, 3g]
  target:
    - {url: https://localhost:3443/api/orders, name: today, insecure: true, headers: {Authorization: 'Bearer \${ORDERS_TOKEN}'}}
    - {url: http://localhost:3001/api/orders, name: new}
protocol: {interleave: target}
\`\`\``;

export const URL_RULES_TEXT = `A URL decides by what it answers which \`dataset\`, \`n\`, \`format\`, \`compression\` (\`as-is\`: the coding that comes) and \`protocol\`
its cells have; \`network\`, \`connection\`, \`browser\`, \`thread\` and \`cpu\` are the study’s. What else a part names is of its other targets,
and refused where there is none. \`plan\` and \`run\` ask each URL three times to find out. Beyond this machine they first say how
often it would be asked, and how many times in all, and ask whether they may; scripts give \`--yes\`. Unless the study says otherwise,
each URL is compared with the first one, whatever each of them sends; with \`baseline\` a URL of another name, with that. URLs carry no
messages. Reports predict what another compression or HTTP/3 would change of a URL; \`predict\` and \`map\` say nothing of it. A record
keeps headers as they stand in the file, and nothing that variables hold: \`run --resume\` takes that from the environment again.`;

export const CLAIMS_TEXT = `## \`claims\`

A claim is a published ratio: numerator over denominator, for every pair of cells under \`where\` that are alike in all that neither
names. It is of whole times unless \`metric\` names phases, bytes or the index. With \`shareOf\` it is a share: of the cells of \`numerator\`, without
a denominator. With \`slope: size\` it is how much a message takes for each byte more, one side over the other. \`reading\` says how its words
are read as these figures, and stands in reports. Give \`numerator\`, \`denominator\` and \`published\`, or several of them under \`ratios\`.

\`\`\`yaml
claims:
  - id: H3
    says: Deserialising JSON is faster than XML
    metric: decode
    numerator: {format: xml}
    denominator: {format: json}
    published: [1, null]
  - id: D3
    says: The client’s part is about 70 %
    metric: [client.encode, decode]
    shareOf: total
    numerator: {format: soap}
    published: [0.65, 0.75]
\`\`\``;

export const INDEX_TEXT = `## \`index\`

What counts for whom: Σ weight · what a cell costs of a thing, over what the baseline costs of it, so that the baseline’s is 1 and lower
is better. It stands in every report of the study (\`--weights\` and \`--baseline\` of \`wirefare report\` weigh otherwise), and claims and
published tables may be about it (\`metric: index\`). Cells of different data, networks, clients, servers or parts are not held against
each other: each such group has its own baseline, and none where no cell of it fits.

\`\`\`yaml
index:
  weights: {encode: 40, download: 20, size: 35, decode: 5}
  baseline: {format: json, compression: none}
\`\`\``;

export const PRICE_TEXT = `## \`price\`

What traffic and the server’s work cost: every report of the study then tells what a million answers cost (\`--price\` of
\`wirefare report\` gives other prices). Either may be left out. A currency is only repeated: \`$0.09/GB\`, \`0.09 EUR/GB\`.

\`\`\`yaml
price: {egress: 0.09/GB, cpu: 0.04/h}
\`\`\``;

export const FIGURES_TEXT = `## \`publishedFigures\`

A published table, printed with ours beside it. Bytes and the index stand as they are. Times of other machines are not compared: they, and ours,
are over those of the first row.`;
