// What plain HTTP from other machines finds of a lab whose clients come over HTTPS, or ask some of their
// targets over TLS: how to trust the certificate for this run, or how to do without. It holds no token, and
// nothing that somebody on the network may not read.

import { isIP } from 'node:net';
import { Hono } from 'hono';
import type { Authority } from '../../drive/targets/certificate.ts';

export interface Trusting {
  readonly host: string;
  /** Of the page that measures: `https://192.0.2.7:40123`. */
  readonly origin: string;
  readonly authority: Authority;
  /** That page comes by plain HTTP, as some of what it asks does. */
  readonly isPagePlain: boolean;
}

export function trustPage(trusting: Trusting): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    if (new URL(context.req.url).hostname !== trusting.host)
      return context.text('this lab is not to be found under that name', 421);
    await next();
    context.header('Cache-Control', 'no-store');
    context.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  });
  app.get('/', (context) => context.html(page(trusting)));
  // By this type phones offer to install it.
  app.get('/authority.crt', (context) =>
    context.body(trusting.authority.certificate, 200, {
      'Content-Type': 'application/x-x509-ca-cert',
      'Content-Disposition': 'attachment; filename="wirefare-run.crt"',
    }),
  );
  return app;
}

function page({ host, origin, authority, isPagePlain }: Trusting): string {
  const below = isIP(host) === 0 ? ', names that end in it' : '';
  const [why, without] = isPagePlain ? plainPage(origin) : securePage(origin);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Trusting a Wirefare run</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem;max-width:40rem;color-scheme:light dark}code{overflow-wrap:anywhere}</style>
<h1>Trusting this run</h1>
<p>${why} No authority that this device knows can vouch for a lab in your
own network, so the run made one. It can speak for <code>${host}</code>${below} and the
device’s own <code>localhost</code> alone, its key was forgotten when it had signed, and it ends within eight days.</p>
<ol>
<li>Get it: <a href="/authority.crt">authority.crt</a>. Its SHA-256 must be what the terminal, or the lab’s own page, shows:<br>
<code>${authority.sha256Fingerprint}</code></li>
<li>Install it. iPhone: Settings, Profile Downloaded; then General, About, Certificate Trust Settings. Android:
Settings, Security, Install a certificate, CA certificate. Others: among the authorities in the browser’s
settings.</li>
<li>Scan the code again. Remove the authority when the run is over.</li>
</ol>
<h2>Without installing anything</h2>
<p>${without}</p>
</html>
`;
}

/** Why it is to be trusted, and what can be done without. */
type WhyAndWithout = readonly [string, string];

function securePage(origin: string): WhyAndWithout {
  return [
    `The page that measures is at <code>${origin}</code>. Over HTTPS browsers give it a clock in steps of 5 to 20 µs;
over plain HTTP the steps are up to a millisecond.`,
    `Chrome goes on past its warning (Advanced, Proceed), and has the fine clock then too. Or measure with the coarse
clock: end the run, name <code>browser: outside</code> and <code>protocol: http1</code> in the study, and start it
again. Totals and comparisons stand; single short items do not.`,
  ];
}

/** No browser warns of what a page asks in the background: it just fails. */
function plainPage(origin: string): WhyAndWithout {
  return [
    `The page that measures is at <code>${origin}</code>. It comes by plain HTTP, as this study asks for some cells by
<code>http1</code> and for others over TLS, and a page over HTTPS may not ask for the former. What it asks over TLS fails
on this device until the device trusts the certificate of the run.`,
    `What is asked by <code>http1</code> is measured all the same, with a coarse clock; cells over TLS are left out,
and the report says so. To have them with a fine clock too, end the run, name protocols over TLS alone in the study
(<code>https1</code>, <code>h2</code>), and start it again: then the page comes over HTTPS.`,
  ];
}
