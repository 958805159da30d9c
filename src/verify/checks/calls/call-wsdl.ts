// The description that SOAP clients are generated from: there, and telling of every operation that /soap
// takes.

import { callCheck } from '../../calls/call-check.ts';
import { requestSchema } from '../../calls/call-request.ts';
import type { HttpClient } from '../../clients/http-client.ts';

const WSDL_NAMESPACE = 'http://schemas.xmlsoap.org/wsdl/';

/**
 * What it is said in is left to the target: names of elements alone are looked for, in the schemas that it
 * imports too.
 */
export const callWsdl = callCheck({
  name: 'call-wsdl',
  must: 'GET /soap?wsdl brings the WSDL 1.1 of every operation that /soap takes',
  without: ({ formats }) => ('soap' in formats ? null : 'SOAP: it has none'),
  look: async ({ context, features, client }) => {
    const { status, headers, body } = await client.get('/soap?wsdl');
    if (status !== 200) return [`/soap?wsdl: answered ${status}`];
    const text = body.toString('utf8');
    const findings: string[] = [];
    if (!/^(text|application)\/([\w.-]+\+)?xml/.test(headers['content-type'] ?? ''))
      findings.push(`/soap?wsdl: Content-Type is ${headers['content-type'] ?? 'missing'}, not of XML`);
    if (!/<([\w.-]+:)?definitions[\s>]/.test(text) || !text.includes(WSDL_NAMESPACE))
      findings.push(`/soap?wsdl: there is no definitions element of ${WSDL_NAMESPACE}`);
    const { host } = new URL(context.url);
    const address = /<(?:[\w.-]+:)?address\s[^>]*location="([^"]*)"/.exec(text)?.[1] ?? 'missing';
    if (!address.startsWith(`http://${host}/soap`))
      findings.push(`/soap?wsdl: the address is ${address}, not http://${host}/soap`);
    const everything = [text, ...(await importedBy(text, context.url, client))].join('\n');
    const missing = features.operations
      .map((operation) => requestSchema(operation).name)
      .filter((name) => !new RegExp(`name="${name}"`).test(everything));
    if (missing.length > 0) findings.push(`/soap?wsdl: no element is named ${missing.join(', ')}`);
    return findings;
  },
});

/** Of the target's own; whatever else a WSDL names is not fetched. */
async function importedBy(text: string, url: string, client: HttpClient): Promise<string[]> {
  const locations = [...text.matchAll(/(?:schemaLocation|location)="([^"]*)"/g)].map(
    ([, location]) => location!,
  );
  const schemas: string[] = [];
  for (const location of locations.filter((each) => /[?&](xsd|wsdl)=/i.test(each))) {
    const address = new URL(location.replaceAll('&amp;', '&'), url);
    if (address.origin !== new URL(url).origin) continue;
    schemas.push((await client.get(`${address.pathname}${address.search}`)).body.toString('utf8'));
  }
  return schemas;
}
