import { ipKeyGenerator } from 'express-rate-limit';
import { type Answer, withHeaders } from '../platform/answer.ts';
import type { OriginReader } from '../platform/client-address.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';

/**
 * Prefix length of IPv6 addresses that count as one client. One host has a whole /64 network, and could use another address for each request
 * (docs/contributing/spec/http/access.md#client-of-the-limiter).
 */
const IPV6_NETWORK_BITS = 64;
const UNKNOWN_CLIENT = 'unknown';
const TOO_MANY_HEADERS = ['Retry-After', '5'];

/** Returns the address by which limits count a client; for IPv6 the network. All unknown addresses count as one client. */
export function countedAddress(address: string | undefined): string {
  return ipKeyGenerator(address ?? UNKNOWN_CLIENT, IPV6_NETWORK_BITS);
}

/** Returns the id by which limits count the client of a request: the user of its token, otherwise its address. */
export function clientOf({ principal, message }: Pick<ApiRequest, 'principal' | 'message'>, originOf?: OriginReader): string {
  return principal?.keyOwner ?? countedAddress(originOf?.(message).address);
}

/** Maximum number of open requests of one client, and of all clients. */
interface OpenLimits {
  readonly all: number;
  readonly ofClient: number;
}

/** Counts requests that stay open for a long time, by client. */
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

  /**
   * Counts a request of a client as `weight` requests. Returns a function that ends the count. If a limit would be exceeded, counts nothing and returns its
   * name.
   */
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

/** Wait of a request. */
interface Wait {
  /** maximum wait; 0: the request does not wait and is not counted */
  readonly waitMs: number;
  /** number of things that it waits for; default: 1 */
  readonly weight?: number;
}

/**
 * Limits the number of waiting requests, so that those of one client do not use up connections, memory and polls
 * (docs/contributing/spec/http.md#waiting-requests).
 */
export class WaitingRequests {
  readonly #open: OpenRequests;
  readonly #originOf: OriginReader | undefined;

  constructor(limits: OpenLimits, originOf: OriginReader | undefined) {
    this.#open = new OpenRequests(limits);
    this.#originOf = originOf;
  }

  /** Runs `work` and counts the request as waiting while `work` runs. If a limit is exceeded, does not run it and returns the answer 429. */
  async hold(request: Pick<ApiRequest, 'principal' | 'message'>, wait: Wait, work: () => Promise<Answer>): Promise<Answer> {
    const release = this.begin(request, wait);
    if (typeof release !== 'function') return release;
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Counts a request as waiting until the returned function is called. If a limit is exceeded, returns the answer 429 instead. */
  begin(request: Pick<ApiRequest, 'principal' | 'message'>, { waitMs, weight = 1 }: Wait): (() => void) | Answer {
    if (waitMs <= 0) return () => {};
    const admitted = this.#open.admit(clientOf(request, this.#originOf), weight);
    if (typeof admitted === 'function') return admitted;
    const { all, ofClient } = this.#open.limits;
    const answer = admitted === 'all' ? commonAnswers.tooManyWaits(all) : commonAnswers.tooManyWaitsOfClient(ofClient);
    return withHeaders(answer, TOO_MANY_HEADERS);
  }
}
