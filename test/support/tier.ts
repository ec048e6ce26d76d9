/** A test that the commit tier leaves out: full counts or sizes of a rule that another of its tests shows. */
export function itFull(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
  if (process.env['TEST_TIER'] !== 'commit') it(title, run as Mocha.Func);
}
