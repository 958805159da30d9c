// wirefare networks check NAME…: sets each network up by itself, measures it, and holds what was measured to
// its figures.

import { EnvironmentError } from '../../base/errors.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import { roundToDecimals, roundToDigits } from '../../base/figures/numbers.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { LinkDriver, PacketChoice } from '../../drive/links/link.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { isWithin } from '../../network/calibration.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { Calibration, CalibrationCheck, LinkNetwork } from '../../network/link-facts.ts';
import type { LinkEngine, NetworkProfile } from '../../network/profile.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { grid, wrapped } from '../../report/terminal/grid.ts';
import { type Paint, paintFor } from '../../report/terminal/paint.ts';
import { namedStudy } from '../study/study-options.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { wrongFlag } from '../verb.ts';
import { emulatedNetworks } from './network-names.ts';

const VERB = 'networks check';

export interface CheckFlags {
  readonly engine: PacketChoice;
  readonly json?: boolean;
  /** A study, by file or name: its networks, its own ones too; all of them where no name is given. */
  readonly study?: string;
}

/** What a program reads: a line of `--json`. */
export interface CheckedNetwork {
  readonly profile: string;
  /** Its figures, in words. */
  readonly figures: string;
  readonly declared: NetworkProfile;
  /** null where this machine cannot give it. */
  readonly engine: LinkEngine | null;
  /** Why this engine, or why none. */
  readonly why: string;
  readonly measured: {
    /**
     * JSON's null, as the others, where it could not be measured. Of small echoes, less what they take on the
     * wire: the round trip that the profile declares.
     */
    readonly rttMsMedian: number | null;
    readonly rttMsP99: number | null;
    readonly downKbitPerS: number | null;
    readonly upKbitPerS: number | null;
  } | null;
  /**
   * The devices' own time, taken off the delays of both directions together; null where nothing was measured.
   */
  readonly compensationMs: number | null;
  readonly within: boolean;
  readonly checks: readonly CalibrationCheck[];
  /** Where it cannot be had: what was tried, and what mends it. */
  readonly tried: readonly string[];
  readonly remedy: string;
}

/** Answers the exit code. `drivers` may be faked. */
export async function checkNetworks(
  names: readonly string[],
  flags: CheckFlags,
  host: Host,
  drivers: Pick<Drivers, 'link'>,
): Promise<number> {
  const profiles = await askedNetworks(names, flags.study, host);
  const driver = drivers.link(flags.engine);
  let allWithin = true;
  for (const profile of profiles) {
    const checked = await checkOne(profile, driver, host);
    if (host.interrupted.aborted) return EXIT_INTERRUPTED;
    if (flags.json === true) host.out(`${JSON.stringify(checked)}\n`);
    else sayOut(host, sayChecked(checked, host.columns, paintFor(host.colour)));
    allWithin &&= checked.within;
  }
  return allWithin ? 0 : EXIT_FAILED;
}

async function askedNetworks(
  names: readonly string[],
  study: string | undefined,
  host: Host,
): Promise<readonly NetworkProfile[]> {
  if (study === undefined) {
    if (names.length === 0) throw wrongFlag(VERB, 'names no network, and no --study to take them from');
    return emulatedNetworks(names, VERB);
  }
  const { networks } = await namedStudy(study, host);
  const emulated = networks.map(({ name }) => name).filter((name) => name !== NO_NETWORK);
  if (emulated.length === 0) throw wrongFlag('--study', `${study} names no network to be emulated`);
  return emulatedNetworks(names.length > 0 ? names : emulated, VERB, networks);
}

/** Each by a link of its own, so that one that cannot be had takes no other with it. */
async function checkOne(profile: NetworkProfile, driver: LinkDriver, host: Host): Promise<CheckedNetwork> {
  const tell = (doing: string) => {
    if (host.errIsTerminal) host.err(`\r\x1b[2K  ${doing} …`);
  };
  try {
    tell(`setting up ${profile.name}`);
    const { interrupted } = host;
    const link = await driver.open([profile], {
      seed: host.freshSeed(),
      calibration: 'told',
      tell,
      interrupted,
    });
    await link.close();
    return describeNetwork(link.facts.networks[0]!);
  } catch (thrown) {
    if (!(thrown instanceof EnvironmentError)) throw thrown;
    return notPossible(profile, thrown);
  } finally {
    if (host.errIsTerminal) host.err('\r\x1b[2K');
  }
}

function describeNetwork({ profile, engine, why, calibration, checks }: LinkNetwork): CheckedNetwork {
  return {
    profile: profile.name,
    figures: sayNetwork(profile),
    declared: profile,
    engine,
    why,
    measured: calibration === null ? null : describeMeasured(profile, calibration),
    compensationMs: calibration === null ? null : rounded(calibration.compensationMs),
    within: isWithin(checks),
    checks,
    tried: [],
    remedy: '',
  };
}

function describeMeasured(profile: NetworkProfile, { echo, train }: Calibration): CheckedNetwork['measured'] {
  const wireMs = [profile.downKbits, profile.upKbits]
    .map((kbits) => serialisationMs(echo.ipBytes, kbits))
    .reduce((sum, ms) => sum + ms, 0);
  return {
    rttMsMedian: rounded(echo.rttMsMedian - wireMs),
    rttMsP99: rounded(echo.rttMsP99 - wireMs),
    downKbitPerS: rounded(train.downKbitPerS),
    upKbitPerS: rounded(train.upKbitPerS),
  };
}

/** Microseconds, and bits a second: more was not measured. */
function rounded(value: number): number {
  return roundToDecimals(value, 3);
}

function notPossible(profile: NetworkProfile, { message, tried, remedy }: EnvironmentError): CheckedNetwork {
  const { name } = profile;
  const nothing = { engine: null, measured: null, compensationMs: null, within: false, checks: [] };
  return {
    profile: name,
    figures: sayNetwork(profile),
    declared: profile,
    why: message,
    ...nothing,
    tried,
    remedy,
  };
}

const COLUMNS = [
  { title: '', align: 'left' },
  { title: '', align: 'left' },
  { title: 'measured', align: 'right' },
  { title: 'expected', align: 'right' },
  { title: '', align: 'left' },
] as const;

function sayChecked(checked: CheckedNetwork, width: number, paint: Paint): string {
  const { profile, figures, engine, why, checks, compensationMs, within, tried, remedy } = checked;
  const mark = (good: boolean) => (good ? paint.good('✓') : paint.alert('✗'));
  const head = (rest: string) => {
    const [first, ...later] = wrapped(`${profile} (${figures})${rest}`, width - 2, '', '  ');
    return [`${mark(within)} ${paint.strong(first!)}`, ...later.map((line) => `  ${line}`)].join('\n');
  };
  if (engine === null) {
    return [
      head(': not possible here'),
      `    ${why}`,
      ...tried.map((one) => `    tried: ${one}`),
      `    to mend it: ${remedy}\n`,
    ].join('\n');
  }
  const rows = checks.map(({ what, measured, least, most, unit, within: good }) => [
    mark(good),
    what,
    sayMeasured(measured),
    least === most ? sayMeasured(least) : `${sayMeasured(least)} – ${sayMeasured(most)}`,
    unit,
  ]);
  const table = grid(COLUMNS, rows, paint.dim).map((line) => `  ${line}`);
  const note =
    compensationMs === null ? [] : [`     ${compensationMs} ms of the devices' own time taken off`];
  return [head(` by ${engine}: ${why}`), ...table, ...note, ''].join('\n');
}

/** Five digits, and microseconds where they are milliseconds: more was not measured. */
function sayMeasured(value: number): string {
  if (!Number.isFinite(value)) return 'nothing';
  return String(Math.abs(value) >= 1_000 ? Math.round(value) : rounded(roundToDigits(value, 5)));
}
