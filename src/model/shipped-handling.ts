// What Chromium and the embedded target spend on any request, and on handing a body over, by the shipped
// record (testdata/measured-cells.ndjson): for whoever has no record of their own yet.

export const SHIPPED_HANDLING = { requestMs: 2, msPerByte: 3.6e-6 } as const;
