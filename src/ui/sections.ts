// The sections of the page, in the order of their links: each a folder here, with `body.html` (its main
// part), NAME.css and NAME-main.ts (its program). Whoever adds one adds its line, and what its program asks
// of the lab to the routes that the server is given.

export interface Section {
  /** Of its folder, its address and its files. */
  readonly name: string;
  /** Of its link. */
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  /** It measures in the page itself, so it may speak with the target too. */
  readonly speaksWithTarget?: true;
}

export const SECTIONS = [
  {
    name: 'ask',
    title: 'Ask',
    heading: 'What is the cheapest way to send it?',
    lead: 'Your data in every format and compression, measured in a browser over the networks of your users.',
  },
  {
    name: 'studies',
    title: 'Studies',
    heading: 'What do you want to find out?',
    lead: 'A study asks a question and says what varies. Plan it to see what it takes, run it, watch it decide.',
  },
  {
    name: 'records',
    title: 'Records',
    heading: 'What was measured',
    lead: 'Every run of this folder, the newest first. Open one for its report; tick two to see what changed.',
  },
  {
    name: 'messages',
    title: 'Messages',
    heading: 'What does a message cost?',
    lead: 'Asking the lab …',
    speaksWithTarget: true,
  },
] as const satisfies readonly Section[];

export type SectionName = (typeof SECTIONS)[number]['name'];
