import nodeModule, { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What plugin authors import. */
const SURFACE = 'sluice/plugin';

type Next = (specifier: string, context: unknown) => unknown;
interface SynchronousHooks {
  registerHooks?(hooks: { resolve(specifier: string, context: unknown, next: Next): unknown }): unknown;
}

let isOffered = false;

/**
 * Lets every plugin of this process import {@link SURFACE}, wherever its folder is: a project that has installed the package itself gets that
 * one, all others get ours. Without it only files below our own folder that have no package.json above them would find it.
 */
export function offerOwnSurface(): void {
  if (isOffered) return;
  isOffered = true;
  const url = pathToFileURL(createRequire(import.meta.url).resolve(SURFACE)).href;
  const { registerHooks } = nodeModule as SynchronousHooks;
  if (registerHooks === undefined) offerInLoaderThread(url);
  else registerHooks({ resolve: (specifier, context, next) => resolveOr(specifier, context, next, url) });
}

function resolveOr(specifier: string, context: unknown, next: Next, url: string): unknown {
  try {
    return next(specifier, context);
  } catch (error) {
    if (specifier !== SURFACE) throw error;
    return { url, shortCircuit: true };
  }
}

/** Releases of Node before 22.15 have hooks only in a separate thread, given as a module. */
function offerInLoaderThread(url: string): void {
  const source = `export async function resolve(specifier, context, next) {
    try {
      return await next(specifier, context);
    } catch (error) {
      if (specifier !== ${JSON.stringify(SURFACE)}) throw error;
      return { url: ${JSON.stringify(url)}, shortCircuit: true };
    }
  }`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`);
}
