import { processEnvironment } from '../../platform/config.ts';
import { type ApiClient, openClient } from '../api-client.ts';
import type { GivenGlobals } from '../check-call.ts';
import { readProfiles } from '../profiles/profile-file.ts';
import { type ApiAddress, findApiAddress } from './find-address.ts';

/** A client of the API that options, environment or profiles of this person name. Throws WrongArguments and VerbRefusal. */
export function clientOf(globals: GivenGlobals): ApiClient {
  const { url, token } = addressOf(globals);
  return openClient(url, token);
}

/** Whom they name. Throws as {@link clientOf} does. */
export function addressOf(globals: GivenGlobals): ApiAddress {
  return findApiAddress(globals, processEnvironment(), readProfiles);
}
