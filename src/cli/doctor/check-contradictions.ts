import { isIP } from 'node:net';
import { assembleConfig, ConfigError } from '../../platform/config/config.ts';
import { ENGINE, PROJECTION, SCRIPTING } from '../../platform/config/config-engine.ts';
import { PROCESS } from '../../platform/config/config-process.ts';
import { AUTHENTICATION, RATE_LIMIT_NAMES, readRateLimiting } from '../../platform/config/config-security.ts';
import type { ConfigSource } from '../../platform/config/config-source.ts';
import { keyOf, type Setting } from '../../platform/config/setting.ts';
import { isLoopback } from '../../platform/host-check.ts';
import { type DoctorFinding, type Lenient, notice, wrong } from './check-database.ts';

/** First error that stops a start: an invalid value, or contradicting settings. */
export function checkConfiguration(source: ConfigSource): readonly DoctorFinding[] {
  try {
    assembleConfig(source, 'all');
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(`${error.key} ${error.reason}.`)];
    throw error;
  }
}

export function checkContradictions(source: ConfigSource, read: Lenient): readonly DoctorFinding[] {
  return [
    ...checkRates(source, read),
    ...checkIdentity(source, read),
    ...checkHosts(read),
    ...checkProxies(read),
    ...checkTimes(read),
    ...checkIdle(source),
  ];
}

function checkRates(source: ConfigSource, read: Lenient): readonly DoctorFinding[] {
  const policies = (() => {
    try {
      return readRateLimiting(source);
    } catch {
      return undefined; // the invalid value is already reported
    }
  })();
  if (policies === undefined) return [];
  const missing = RATE_LIMIT_NAMES.filter((name) => policies[name] === undefined);
  const findings: DoctorFinding[] = [];
  if (missing.length > 0) {
    findings.push(
      wrong(`The section RateLimiting lacks ${missing.join(', ')}: their endpoints answer 500. Set a key of each limit.`),
    );
  }
  if (read(PROCESS.shape.redisUrl) === undefined) {
    findings.push(notice('Every API replica counts requests separately, because REDIS_URL is not set.'));
  }
  const { knownProxies, knownNetworks } = AUTHENTICATION.shape;
  if (isEmpty(read(knownProxies)) && isEmpty(read(knownNetworks))) {
    findings.push(notice('No proxy is configured: behind a proxy all clients share one limit. See Authentication:KnownProxies.'));
  }
  return findings;
}

function checkIdentity(source: ConfigSource, read: Lenient): readonly DoctorFinding[] {
  const { authority: setting, audience, requiresHttps, userIdClaim, groupsClaim } = AUTHENTICATION.shape;
  const { clientId, clientSecret, cookieExpireMinutes, sessionHours } = AUTHENTICATION.shape;
  const { host } = PROCESS.shape;
  const isSet = (other: Setting) => source.originOf(other) !== 'default';
  const authority = read(setting);
  const bound = read(host) ?? '';
  if (authority !== undefined) {
    const { protocol, hostname } = new URL(authority);
    const isExposed = protocol === 'http:' && !isLoopback(hostname);
    const findings: DoctorFinding[] = [];
    if (isExposed) findings.push(notice('The issuer is called over http: an attacker on the network path can replace its keys.'));
    if (read(clientId) !== undefined) return findings;
    const why = `because ${keyOf(setting)} is set and ${keyOf(clientId)} is not`;
    findings.push(notice(`The web UI is read-only and visible to all users who can reach its port, ${why}.`));
    const idle = [clientSecret, cookieExpireMinutes, sessionHours].filter(isSet);
    return [...findings, ...idle.map((one) => notice(`${keyOf(one)} has no effect while ${keyOf(clientId)} is not set.`))];
  }
  const ofSignIn = [clientId, clientSecret, cookieExpireMinutes, sessionHours];
  const idle = [audience, requiresHttps, userIdClaim, groupsClaim, ...ofSignIn].filter(isSet);
  const findings = idle.map((one) => notice(`${keyOf(one)} has no effect while ${keyOf(setting)} is not set.`));
  if (!isLoopback(bound)) {
    const why = `because ${keyOf(host)} is ${bound} and ${keyOf(setting)} is not set`;
    findings.push(notice(`The API and the web UI are open to all users who can reach their ports, ${why}.`));
  }
  return findings;
}

/** Bound addresses and host names. */
function checkHosts(read: Lenient): readonly DoctorFinding[] {
  const { host, allowedHosts, uiPublicUrl } = PROCESS.shape;
  const [bound, allowed] = [read(host), read(allowedHosts)];
  if (bound === undefined || allowed === undefined) return [];
  if (allowed.includes('*')) {
    const why = 'any website can reach this service through a browser that can reach its ports';
    return [notice(`The check of the host is off, because ${keyOf(allowedHosts)} holds *: ${why}.`)];
  }
  // the port accepts the host name it is bound to
  if (isLoopback(bound) || allowed.length > 0 || isIP(bound) === 0) return [];
  const of = read(uiPublicUrl) === undefined ? '' : ' of the API';
  const whom = `Other machines get answers${of} under an address only`;
  return [notice(`${whom}, not under a name (421): ${keyOf(host)} is ${bound} and ${keyOf(allowedHosts)} names none.`)];
}

/** A network of 0 bits contains all addresses. */
function checkProxies(read: Lenient): readonly DoctorFinding[] {
  const { knownNetworks } = AUTHENTICATION.shape;
  const open = (read(knownNetworks) ?? []).filter((range) => range.endsWith('/0'));
  return open.map((range) => wrong(`${keyOf(knownNetworks)} trusts all clients with ${range}: any client can fake its address.`));
}

function checkTimes(read: Lenient): readonly DoctorFinding[] {
  const scriptMs = read(SCRIPTING.shape.timeoutMs) ?? 0;
  const commandMs = (read(ENGINE.shape.commandTimeoutSeconds) ?? 0) * 1000;
  const stopMs = (read(ENGINE.shape.shutdownSeconds) ?? 0) * 1000;
  const findings: DoctorFinding[] = [];
  if (scriptMs >= commandMs && commandMs > 0) {
    findings.push(notice('One script may run longer than the API waits (Scripting:TimeoutMs, Engine:CommandTimeoutSeconds).'));
  }
  if (stopMs < commandMs && stopMs > 0) {
    findings.push(notice('A stop ends requests before their timeout (Engine:ShutdownSeconds, Engine:CommandTimeoutSeconds).'));
  }
  return findings;
}

function checkIdle(source: ConfigSource): readonly DoctorFinding[] {
  const isSet = (setting: Setting) => source.originOf(setting) !== 'default';
  const { databaseUrl, shards, dataDir, databaseReplicaUrl } = PROCESS.shape;
  const { replicaMaxLagSeconds } = PROJECTION.shape;
  const findings: DoctorFinding[] = [];
  const database = [databaseUrl, shards].find(isSet);
  if (database !== undefined && isSet(dataDir))
    findings.push(notice(`DATA_DIR has no effect, because ${keyOf(database)} names a database.`));
  if (isSet(replicaMaxLagSeconds) && !isSet(databaseReplicaUrl))
    findings.push(notice(`${keyOf(replicaMaxLagSeconds)} has no effect while ${keyOf(databaseReplicaUrl)} is not set.`));
  return findings;
}

function isEmpty(list: readonly string[] | undefined): boolean {
  return list === undefined || list.length === 0;
}
