import { ipKeyGenerator } from 'express-rate-limit';
import { type Answer, withHeaders } from '../platform/answer.ts';
import type { OriginReader } from '../platform/client-address.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';

/**
 * An IPv6 /64 network counts as one client: a host could use another of its addresses for each request
 * (docs/contributing/spec/http/access.md#client-of-the-limiter).
 */
const IPV6_NETWORK_BITS = 64;
const UNKNOWN_CLIENT = 'unknown';
const TOO_MANY_HEADERS = ['Retry-After', '5'];

/** Returns the address; of IPv6, the network. All unknown addresses count as one client. */
export function countedAddress(address: string | undefined): string {
  return ipKeyGenerator(address ?? UNKNOWN_CLIENT, IPV6_NETWORK_BITS);
}

/** Client for limits: user of the token, otherwise address. */
export function clientOf({ principal, message }: Pick<ApiRequest, 'principal' | 'message'>, originOf?: OriginReader): string {
  return principal?.keyOwner ?? countedAddress(originOf?.(message).address);
}

/** Open requests of one client, and of all. */
interface OpenLimits {
  readonly all: number;
  readonly ofClient: number;
}

/** Long open requests, by client. */
export class OpenRequests {
  readonly #byClient = new Map<string, number>();
  #count = 0;
  readonly limits: OpenLimits;

  constructor(limits: OpenLimits) {
    this.limits = limits;
  }

  get count(): number {
    return this.#count;
  }

  /** Returns a function that ends the count. If a limit would be exceeded, counts nothing and returns its name. */
  admit(client: string, weight = 1): (() => void) | keyof OpenLimits {
    const ofClient = this.#byClient.get(client) ?? 0;
    if (ofClient + weight > this.limits.ofClient) return 'ofClient';
    if (this.#count + weight > this.limits.all) return 'all';
    this.#add(client, weight);
    let isOpen = true;
    return () => {
      if (isOpen) this.#add(client, -weight);
      isOpen = false;
    };
  }

  #add(client: string, weight: number): void {
    this.#count += weight;
    const ofClient = (this.#byClient.get(client) ?? 0) + weight;
    if (ofClient === 0) this.#byClient.delete(client);
    else this.#byClient.set(client, ofClient);
  }
}

interface Wait {
  /** 0: does not wait and is not counted */
  readonly waitMs: number;
  /** things that it waits for; default: 1 */
  readonly weight?: number;
}

/** Waiting requests of one client must not use up connections, memory and polls (docs/contributing/spec/http.md#waiting-requests). */
export class WaitingRequests {
  readonly #open: OpenRequests;
  readonly #originOf: OriginReader | undefined;

  constructor(limits: OpenLimits, originOf: OriginReader | undefined) {
    this.#open = new OpenRequests(limits);
    this.#originOf = originOf;
  }

  /** Counts while `work` runs. 429, without running it, if a limit is exceeded. */
  async hold(request: Pick<ApiRequest, 'principal' | 'message'>, wait: Wait, work: () => Promise<Answer>): Promise<Answer> {
    const release = this.begin(request, wait);
    if (typeof release !== 'function') return release;
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Counts until the returned function is called. 429 if a limit is exceeded. */
  begin(request: Pick<ApiRequest, 'principal' | 'message'>, { waitMs, weight = 1 }: Wait): (() => void) | Answer {
    if (waitMs <= 0) return () => {};
    const admitted = this.#open.admit(clientOf(request, this.#originOf), weight);
    if (typeof admitted === 'function') return admitted;
    const { all, ofClient } = this.#open.limits;
    const answer = admitted === 'all' ? commonAnswers.tooManyWaits(all) : commonAnswers.tooManyWaitsOfClient(ofClient);
    return withHeaders(answer, TOO_MANY_HEADERS);
  }
}
