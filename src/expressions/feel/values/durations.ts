import { DAY_NANOS, DAY_SECONDS, SECOND_NANOS } from './calendar.ts';

/** Has no fixed number of days. */
export class MonthsDuration {
  readonly months: number;

  constructor(months: number) {
    this.months = months + 0;
  }

  /** Null beyond safe integers. */
  static of(months: number): MonthsDuration | null {
    return Number.isSafeInteger(months) ? new MonthsDuration(months) : null;
  }

  toString(): string {
    if (this.months === 0) return 'P0M';
    const amount = Math.abs(this.months);
    const sign = this.months < 0 ? '-' : '';
    return `${sign}P${part(Math.floor(amount / 12), 'Y')}${part(amount % 12, 'M')}`;
  }
}

/** Days and time. */
export class TimeDuration {
  readonly nanos: bigint;

  constructor(nanos: bigint) {
    this.nanos = nanos;
  }

  /** Excludes the sign. */
  get wholeSeconds(): number {
    const nanos = this.nanos < 0n ? -this.nanos : this.nanos;
    return Number(nanos / BigInt(SECOND_NANOS));
  }

  /** Excludes the sign and the whole seconds. */
  get restNanos(): number {
    const nanos = this.nanos < 0n ? -this.nanos : this.nanos;
    return Number(nanos % BigInt(SECOND_NANOS));
  }

  toString(): string {
    const { wholeSeconds, restNanos } = this;
    if (this.nanos === 0n) return 'PT0S';
    const fraction = restNanos === 0 ? '' : `.${String(restNanos).padStart(9, '0').replace(/0+$/, '')}`;
    const seconds = wholeSeconds % 60;
    const time =
      part(Math.floor((wholeSeconds % DAY_SECONDS) / 3600), 'H') +
      part(Math.floor((wholeSeconds % 3600) / 60), 'M') +
      (fraction === '' ? part(seconds, 'S') : `${seconds}${fraction}S`);
    const days = part(Math.floor(wholeSeconds / DAY_SECONDS), 'D');
    return `${this.nanos < 0n ? '-' : ''}P${days}${time === '' ? '' : `T${time}`}`;
  }
}

export type FeelDuration = MonthsDuration | TimeDuration;

function part(amount: number, unit: string): string {
  return amount === 0 ? '' : `${amount}${unit}`;
}

const MONTHS = /^(-)?P(?=\d)(?:(\d{1,12})Y)?(?:(\d{1,12})M)?$/;
const TIME = /^(-)?P(?=\d|T)(?:(\d{1,15})D)?(?:T(?=\d|\.)(?:(\d{1,15})H)?(?:(\d{1,15})M)?(?:(\d{0,18})(?:\.(\d{0,9})\d*)?S)?)?$/;
const WEEKS = /^(-)?P(\d{1,12})W$/;

/** Returns null if invalid or mixed. */
export function readDuration(text: string): FeelDuration | null {
  const months = MONTHS.exec(text);
  if (months !== null) {
    const amount = Number(months[2] ?? 0) * 12 + Number(months[3] ?? 0);
    return MonthsDuration.of(months[1] === '-' ? -amount : amount);
  }
  const weeks = WEEKS.exec(text);
  if (weeks !== null) return timeDuration(weeks[1] === '-', BigInt(weeks[2] ?? 0) * 7n * BigInt(DAY_NANOS));
  const time = TIME.exec(text);
  if (time === null) return null;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0', fraction = ''] = time;
  const whole = BigInt(days) * BigInt(DAY_SECONDS) + BigInt(hours) * 3600n + BigInt(minutes) * 60n + BigInt(seconds);
  return timeDuration(sign === '-', whole * BigInt(SECOND_NANOS) + BigInt(fraction.padEnd(9, '0')));
}

function timeDuration(isNegative: boolean, nanos: bigint): TimeDuration {
  return new TimeDuration(isNegative ? -nanos : nanos);
}
