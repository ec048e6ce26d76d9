import { version } from '../../platform/version.ts';
import { DONE, shown } from '../camunda-results.ts';
import type { Camunda8Endpoint } from './endpoint.ts';
import { DEFAULT_TENANT } from './fields.ts';

/** Release of Camunda 8: clients choose their behaviour by it. */
const GATEWAY_VERSION = '8.9.0';
const READ = { method: 'GET', permission: 'nothing', rateLimit: 'Read', audit: 'none' } as const;

export const serviceEndpoints: readonly Camunda8Endpoint[] = [
  {
    ...READ,
    pattern: '/v2/topology',
    summary: `one broker with one partition; \`gatewayVersion\` is ${GATEWAY_VERSION}`,
    handle({ message }) {
      const { localAddress = '127.0.0.1', localPort = 0 } = message.socket;
      const partition = { partitionId: 1, role: 'leader', health: 'healthy' };
      return shown({
        brokers: [{ nodeId: 0, host: localAddress, port: localPort, partitions: [partition], version: GATEWAY_VERSION }],
        clusterId: `sluice-${version}`,
        clusterSize: 1,
        partitionsCount: 1,
        replicationFactor: 1,
        gatewayVersion: GATEWAY_VERSION,
        lastCompletedChangeId: '-1',
      });
    },
  },
  { ...READ, pattern: '/v2/status', summary: '204', handle: () => DONE },
  {
    ...READ,
    pattern: '/v2/license',
    summary: 'always valid, not commercial',
    handle: () => shown({ validLicense: true, licenseType: 'production', isCommercial: false, expiresAt: null }),
  },
  {
    ...READ,
    pattern: '/v2/authentication/me',
    summary: 'user name of the token; without sign-in `anonymous`',
    handle({ principal }) {
      const username = principal?.actor ?? 'anonymous';
      return shown({
        ...{ username, displayName: username, email: null, authorizedComponents: ['*'] },
        ...{ tenants: [{ tenantId: DEFAULT_TENANT, name: 'Default', description: '' }], groups: [], roles: [] },
        ...{ salesPlanType: '', c8Links: {}, canLogout: true },
      });
    },
  },
];
