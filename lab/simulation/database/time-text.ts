/** A time as Postgres writes it, in UTC. */
export function timeText(at: Date): string {
  const [day = '', time = ''] = at.toISOString().slice(0, -1).split('T');
  return `${day} ${time.replace(/\.?0+$/, '')}+00`;
}

/** Unit: ms since epoch. */
export function timeOf(text: string): number {
  return text === '-infinity' ? Number.NEGATIVE_INFINITY : Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
}
