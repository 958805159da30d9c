// A lab in miniature for the test that kills it: opens a browser on the page given, says so, and waits for
// ever.

import { realBrowsers } from './browser-bench.ts';

const [name, url] = process.argv.slice(2);
const { drivers, folder } = realBrowsers();
const driver = drivers.find((one) => one.name === name);
if (driver === undefined || url === undefined) throw new Error('open-and-wait.ts BROWSER URL');
const agent = await driver.open(url);
console.log(JSON.stringify({ pid: agent.pid, folder }));
setInterval(() => {}, 60_000);
