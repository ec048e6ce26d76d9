/**
 * A module of the product as it is shipped. Scenarios in process measure it: what loads TypeScript as it is written keeps names of functions by a call for each,
 * which takes a third of the time of texts as short as these.
 * @param name path below src without its ending
 */
export async function shipped<Module>(name: string): Promise<Module> {
  return (await import(new URL(`../../dist/${name}.js`, import.meta.url).href)) as Module;
}
