import { ipKeyGenerator } from 'express-rate-limit';
import { type Answer, withHeaders } from '../platform/answer.ts';
import type { OriginReader } from '../platform/client-address.ts';
import { commonAnswers } from './common-answers.ts';
import type { ApiRequest } from './exchange.ts';

/** One host owns a whole /64 and could otherwise take a new address per request (docs/contributing/spec/http/access.md#client-of-the-limiter). */
const IPV6_NETWORK_BITS = 64;
const UNKNOWN_CLIENT = 'unknown';
const TOO_MANY_HEADERS = ['Retry-After', '5'];

/** Returns the address of a client as limits count it: of IPv6 the network. */
export function countedAddress(address: string | undefined): string {
  return ipKeyGenerator(address ?? UNKNOWN_CLIENT, IPV6_NETWORK_BITS);
}

/** Returns the client of a request as limits count it: the user of its token, else its address. */
export function clientOf({ principal, message }: Pick<ApiRequest, 'principal' | 'message'>, originOf?: OriginReader): string {
  return principal?.keyOwner ?? countedAddress(originOf?.(message).address);
}

/** Largest number of open requests: of one client, and of all. */
interface OpenLimits {
  readonly all: number;
  readonly ofClient: number;
}

/** Counts requests that stay open for long, by client. */
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

  /** Counts `weight` more requests of a client. Returns the function that ends the count, or the limit that refuses them. */
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

/** A request that may wait. */
interface Wait {
  /** longest wait; 0: the request does not wait and is not counted */
  readonly waitMs: number;
  /** things that it waits for; left out: one */
  readonly weight?: number;
}

/** Limits requests that wait: those of one client must not use up connections, memory and polls (docs/contributing/spec/http.md#waiting-requests). */
export class WaitingRequests {
  readonly #open: OpenRequests;
  readonly #originOf: OriginReader | undefined;

  constructor(limits: OpenLimits, originOf: OriginReader | undefined) {
    this.#open = new OpenRequests(limits);
    this.#originOf = originOf;
  }

  /** Counts a request until its answer is known, or answers 429. */
  async hold(request: Pick<ApiRequest, 'principal' | 'message'>, wait: Wait, work: () => Promise<Answer>): Promise<Answer> {
    const release = this.begin(request, wait);
    if (typeof release !== 'function') return release;
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Counts a request until the returned function is called; otherwise returns its answer, 429. */
  begin(request: Pick<ApiRequest, 'principal' | 'message'>, { waitMs, weight = 1 }: Wait): (() => void) | Answer {
    if (waitMs <= 0) return () => {};
    const admitted = this.#open.admit(clientOf(request, this.#originOf), weight);
    if (typeof admitted === 'function') return admitted;
    const { all, ofClient } = this.#open.limits;
    const answer = admitted === 'all' ? commonAnswers.tooManyWaits(all) : commonAnswers.tooManyWaitsOfClient(ofClient);
    return withHeaders(answer, TOO_MANY_HEADERS);
  }
}
