// The colours of everything that Wirefare shows in a browser, reports and pages, light and dark.

export const PALETTE = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfc; --ink: #1d1f23; --soft: #5d636d; --line: #e3e4e6; --wash: #f4f4f2;
  --server: #d98c00; --network: #1f6fb2; --browser: #8d939c; --client: #12875f;
  --good: #12734f; --bad: #b4471a; --open: #7a5a00;
  --k0: #1f6fb2; --k1: #c2551b; --k2: #12875f; --k3: #9a4f86; --k4: #8a6d00; --k5: #3a8fa8; --k6: #6b5fb5; --k7: #5d636d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #15171a; --ink: #e7e8ea; --soft: #a0a6b0; --line: #2d3137; --wash: #1d2024;
    --server: #e3a232; --network: #5a9fd9; --browser: #7f8690; --client: #3fb088;
    --good: #55c49a; --bad: #f0895a; --open: #e0b64d;
    --k0: #5a9fd9; --k1: #ec8a55; --k2: #3fb088; --k3: #d192bd; --k4: #d1b14a; --k5: #6cc0d6; --k6: #a79df0; --k7: #a0a6b0;
  }
}
`;
