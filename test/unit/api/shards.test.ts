import { expect } from 'chai';
import { nameOf, type ReadEndpoint, type WriteEndpoint } from '../../../src/api/endpoint.ts';
import { ENDPOINTS } from '../../../src/api/endpoints.ts';
import type { ApiRequest } from '../../../src/api/exchange.ts';
import { answerToFault } from '../../../src/api/middleware/faults.ts';
import { parametersOf } from '../../../src/api/paths.ts';
import type { ApiServices, ShardServices } from '../../../src/api/services.ts';
import { readHandlerOf, writeHandlerOf } from '../../../src/api/shards/read-shards.ts';
import type { ShardRead } from '../../../src/api/shards/shard-read.ts';
import { type Answer, jsonAnswer, problemAnswer } from '../../../src/platform/answer.ts';
import { inShard, newId } from '../../../src/platform/ids.ts';
import { silentLog } from '../../../src/platform/log.ts';
import { parsePaging } from '../../../src/queries/lists/paging.ts';
import { readQueryParameters } from '../../../src/requests/request-texts.ts';

/** Services whose database handle is the number of the shard. */
function servicesOf(count: number, isOpen: (number: number) => boolean = () => true): ApiServices {
  const ofShards = Array.from({ length: count }, (_, number) => {
    const shard = { name: `s${number}`, db: number, lists: number, isOpen: () => isOpen(number) };
    return { db: number, lists: number, shard } as unknown as ShardServices;
  });
  return { db: 0, lists: 0, ofShards, log: silentLog } as unknown as ApiServices;
}

const numberOf = ({ db }: ApiServices) => db as unknown as number;

function requestOf(facts: Partial<ApiRequest> = {}): ApiRequest {
  return { path: '/x', queryText: '', params: [], minPositions: [], endpoint: 'GET /x', ...facts } as ApiRequest;
}

function endpointOf(handle: ReadEndpoint['handle'], shards?: ShardRead, pattern = '/x'): ReadEndpoint {
  return { method: 'GET', pattern, handle, ...(shards && { shards }) } as ReadEndpoint;
}

/** A list that has some rows in each shard, each sorted. `asked`: the pages that were read, by shard. */
function listOf(rows: readonly (readonly object[])[], asked: string[] = []): ReadEndpoint['handle'] {
  return ({ queryText }, services) => {
    const number = numberOf(services);
    const paging = parsePaging(readQueryParameters(queryText));
    if (!paging.ok) throw new Error(paging.detail);
    const { page, pageSize } = paging.value;
    asked.push(`${number}: ${page} of ${pageSize}`);
    const items = (rows[number] ?? []).slice((page - 1) * pageSize, page * pageSize);
    return jsonAnswer({ items, totalCount: rows[number]?.length ?? 0, page, pageSize });
  };
}

async function pageOf(
  rows: readonly (readonly object[])[],
  queryText: string,
  { sorts = 'At', asked }: { readonly sorts?: string; readonly asked?: string[] } = {},
) {
  const handle = readHandlerOf(endpointOf(listOf(rows, asked), { sorts, id: 'id' }), servicesOf(rows.length));
  const answer = await handle(requestOf({ queryText }));
  expect(answer.status).to.equal(200);
  return JSON.parse(answer.body) as { items: { id: number }[]; totalCount: number; page: number; pageSize: number };
}

const idsOf = ({ items }: { readonly items: readonly { readonly id: number }[] }) => items.map(({ id }) => id);

describe('lists of several shards (docs/contributing/spec/shards.md#lists)', () => {
  it('are every read without an id in its path, each with the shards that it asks', () => {
    const missing = ENDPOINTS.filter(
      (endpoint) =>
        endpoint.method === 'GET' &&
        endpoint.permission !== 'nothing' &&
        endpoint.shards === undefined &&
        !parametersOf(endpoint.pattern).some((name) => name.endsWith('Id')),
    );
    expect(missing.map(nameOf), 'Set `shards` of the endpoint (src/api/shards/shard-read.ts).').to.deep.equal([]);
  });

  it('have the rows of all shards in one order when they are sorted by any name, in any spelling', async () => {
    const rows = [
      [
        { id: 1, at: 10 },
        { id: 2, at: 30 },
      ],
      [
        { id: 3, at: 20 },
        { id: 4, at: 30 },
      ],
    ];
    const page = await pageOf(rows, '');
    expect(idsOf(page)).to.deep.equal([1, 3, 2, 4]);
    expect([page.totalCount, page.page, page.pageSize]).to.deep.equal([4, 1, 20]);
    const reversed = rows.map((each) => [...each].reverse());
    expect(idsOf(await pageOf(reversed, 'sorts=-%20AT'))).to.deep.equal([2, 4, 3, 1]);
    expect(idsOf(await pageOf(reversed, 'Sorts=,-at,Id'))).to.deep.equal([2, 4, 3, 1]);
  });

  it('have rows without a value last in both directions, and texts by code point', async () => {
    const up = [
      [
        { id: 1, name: 'B' },
        { id: 2, name: null },
      ],
      [{ id: 3, name: '\u{ff21}' }, { id: 4, name: '\u{1f600}' }, { id: 5 }],
    ];
    expect(idsOf(await pageOf(up, 'sorts=Name'))).to.deep.equal([1, 3, 4, 2, 5]);
    const down = [
      [
        { id: 1, name: 'B' },
        { id: 2, name: null },
      ],
      [{ id: 4, name: '\u{1f600}' }, { id: 3, name: '\u{ff21}' }, { id: 5 }],
    ];
    expect(idsOf(await pageOf(down, 'sorts=-Name'))).to.deep.equal([4, 3, 1, 2, 5]);
  });

  it('keep the order of each shard when rows are equal to the millisecond', async () => {
    const rows = [
      [
        { id: 9, at: 1 },
        { id: 1, at: 1 },
      ],
      [{ id: 5, at: 1 }],
    ];
    expect(idsOf(await pageOf(rows, ''))).to.deep.equal([5, 9, 1]);
  });

  it('give every row once when a client reads all pages, and ask each shard only for rows that are needed', async () => {
    const rows = [0, 1, 2].map((shard) => Array.from({ length: 130 }, (_, at) => ({ id: at * 3 + shard, at: at * 3 + shard })));
    const found: number[] = [];
    for (let page = 1; page <= 6; page += 1) found.push(...idsOf(await pageOf(rows, `page=${page}&pageSize=70`)));
    expect(found).to.deep.equal(Array.from({ length: 390 }, (_, at) => at));
    const asked: string[] = [];
    await pageOf(rows, 'PAGE=2&pagesize=70', { asked });
    expect(asked).to.deep.equal(['0: 1 of 100', '1: 1 of 100', '2: 1 of 100']);
    const later: string[] = [];
    await pageOf([rows[0] ?? [], []], 'page=2&pageSize=60', { asked: later });
    expect(later).to.deep.equal(['0: 1 of 100', '1: 1 of 100', '0: 2 of 100']);
  });

  it('are refused behind row 10000', async () => {
    const handle = readHandlerOf(endpointOf(listOf([[], []]), { sorts: 'At', id: 'id' }), servicesOf(2));
    expect((await handle(requestOf({ queryText: 'page=100&pageSize=100' }))).status).to.equal(200);
    const answer = await handle(requestOf({ queryText: 'page=101&pageSize=100' }));
    expect(JSON.parse(answer.body)).to.include({
      status: 400,
      code: 'invalid-query',
      detail: 'Page 101 with pageSize 100 is after row 10000, the last row of a list with several shards. Use filters.',
    });
  });

  it('are the first error of a shard, and without the shards that answer 404 unless all do', async () => {
    const bad = problemAnswer('invalid-query', 'no', '/x');
    const none = problemAnswer('unknown-batch', 'none', '/x');
    const page = jsonAnswer({ items: [{ id: 1 }], totalCount: 1, page: 1, pageSize: 20 });
    const read = (answers: readonly Answer[]) =>
      readHandlerOf(
        endpointOf((_, services) => answers[numberOf(services)] as Answer, { sorts: 'Id', id: 'id' }),
        servicesOf(answers.length),
      )(requestOf());
    expect(await read([page, bad, none])).to.equal(bad);
    expect(await read([none, none])).to.equal(none);
    expect(JSON.parse((await read([none, page])).body)).to.deep.equal({
      items: [{ id: 1 }],
      totalCount: 1,
      page: 1,
      pageSize: 20,
    });
  });
});

describe('reads of several shards (docs/contributing/spec/shards.md)', () => {
  const found = jsonAnswer({});
  const unknown = problemAnswer('unknown-dead-letter', 'none', '/x');
  const fault = () => Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });

  it('ask the shard that the id of the path names, and the first one when there is no such shard', async () => {
    const asked: number[] = [];
    const handle = readHandlerOf(
      endpointOf(
        (_, services) => {
          asked.push(numberOf(services));
          return found;
        },
        undefined,
        '/Instances/{instanceId}/state',
      ),
      servicesOf(3),
    );
    for (const id of [newId(), newId(2), newId(9)]) await handle(requestOf({ params: [id] }));
    expect(asked).to.deep.equal([0, 2, 0]);
  });

  it('give a write the database of the shard that its path names', async () => {
    const asked: number[] = [];
    const endpoint = {
      method: 'POST',
      pattern: '/Instances/{instanceId}/fork',
      handle: (_: unknown, services: ApiServices) => {
        asked.push(numberOf(services));
        return found;
      },
    } as unknown as WriteEndpoint;
    const handle = writeHandlerOf(endpoint, servicesOf(2));
    for (const id of [newId(1), newId(), newId(7)]) await handle(requestOf({ params: [id] }) as never);
    expect(asked).to.deep.equal([1, 0, 0]);
  });

  it('ask the others when the id may be anywhere and the named shard does not have it', async () => {
    const read = (has: number, id = newId()) => {
      const asked: number[] = [];
      const handle = readHandlerOf(
        endpointOf(
          (_, services) => {
            asked.push(numberOf(services));
            return numberOf(services) === has ? found : unknown;
          },
          'any',
          '/DeadLetters/{deadLetterId}',
        ),
        servicesOf(3),
      );
      return Promise.resolve(handle(requestOf({ params: [id] }))).then(({ status }) => [status, asked]);
    };
    expect(await read(1)).to.deep.equal([200, [0, 1]]);
    expect(await read(2, newId(2))).to.deep.equal([200, [2]]);
    expect(await read(9)).to.deep.equal([404, [0, 1, 2]]);
  });

  it('read copies of definitions while the first shard is not open or not reachable', async () => {
    const copies = (isOpen: boolean) =>
      readHandlerOf(
        endpointOf((_, services) => {
          if (numberOf(services) === 0) throw fault();
          return jsonAnswer(numberOf(services));
        }, 'copies'),
        servicesOf(2, (number) => isOpen || number > 0),
      )(requestOf());
    for (const isOpen of [true, false]) expect((await copies(isOpen)).body).to.equal('1');
  });

  it('answer 503 with the name of the shard when it is not open or not reachable', async () => {
    const read = async (shards: ShardRead | undefined, isOpen: boolean) => {
      const services = servicesOf(2, (number) => isOpen || number !== 1);
      const handle = (_: unknown, of: ApiServices) => {
        if (numberOf(of) === 1) throw fault();
        return jsonAnswer({ items: [], totalCount: 0, page: 1, pageSize: 20 });
      };
      try {
        return await readHandlerOf(
          endpointOf(handle, shards, '/Instances/{instanceId}/state'),
          services,
        )(requestOf({ params: [newId(1)] }));
      } catch (error) {
        return answerToFault(error, { path: '/x', method: 'GET' });
      }
    };
    for (const shards of [undefined, { sorts: 'At', id: 'id' }, { combine: () => ({}) }])
      for (const isOpen of [true, false])
        expect(JSON.parse((await read(shards, isOpen)).body)).to.include({
          status: 503,
          code: 'database-unavailable',
          detail: "Shard 's1': The database is not reachable. Repeat the request after the Retry-After delay.",
        });
  });

  it('wait in each shard for the positions of its instances, and in all for those of process keys', async () => {
    const [own, other] = [newId(1), newId()];
    const key = newId();
    const issuedAt = 1000;
    const minPositions = [
      {
        issuedAt,
        marks: [
          { kind: 'i', subjectId: own, seq: 1 },
          { kind: 'd', subjectId: key, seq: 2 },
        ],
      },
      { issuedAt, marks: [{ kind: 'i', subjectId: other, seq: 3 }] },
      { issuedAt, commandId: inShard(newId(), 1) },
    ] as ApiRequest['minPositions'];
    const seen: unknown[] = [];
    const handle = readHandlerOf(
      endpointOf(
        (request) => {
          seen.push(request.minPositions);
          return jsonAnswer({ items: [], totalCount: 0, page: 1, pageSize: 20 });
        },
        { sorts: 'At', id: 'id' },
      ),
      servicesOf(2),
    );
    await handle(requestOf({ minPositions }));
    expect(seen).to.deep.equal([
      [{ issuedAt, marks: [{ kind: 'd', subjectId: key, seq: 2 }] }, minPositions[1]],
      [minPositions[0], minPositions[2]],
    ]);
  });

  it('answer that a list is behind when a shard has not copied the definition of a position yet', async () => {
    const minPositions = [{ issuedAt: 1000, marks: [{ kind: 'd', subjectId: newId(), seq: 2 }] }] as ApiRequest['minPositions'];
    const handle = readHandlerOf(
      endpointOf(
        (_, services) =>
          numberOf(services) === 0
            ? jsonAnswer({ items: [], totalCount: 0, page: 1, pageSize: 20 })
            : problemAnswer('invalid-position', 'never issued', '/x'),
        { sorts: 'At', id: 'id' },
      ),
      servicesOf(2),
    );
    expect(JSON.parse((await handle(requestOf({ minPositions }))).body)).to.include({
      status: 503,
      code: 'position-not-reached',
    });
  });

  it('have one row for each webhook and task type of all shards', async () => {
    const read = async (pattern: string, bodies: readonly unknown[], params: readonly string[] = []) => {
      const endpoint = ENDPOINTS.find((one) => one.method === 'GET' && one.pattern === pattern) as ReadEndpoint;
      const handle = readHandlerOf(
        { ...endpoint, handle: (_, of) => jsonAnswer(bodies[numberOf(of)]) },
        servicesOf(bodies.length),
      );
      return JSON.parse((await handle(requestOf({ params }))).body);
    };
    const type = { taskType: 'print', displayName: null, parameterSchema: null };
    const types = [
      [{ ...type, siloNames: ['b'] }],
      [
        { ...type, siloNames: ['a', 'b'] },
        { ...type, taskType: 'mail', siloNames: [] },
      ],
    ];
    expect(await read('/custom-tasks', types)).to.deep.equal([
      { ...type, taskType: 'mail', siloNames: [] },
      { ...type, siloNames: ['a', 'b'] },
    ]);
    const webhook = {
      ...{ name: 'crm', status: 'Active', reason: null, position: 'aaaaaaaa.1', lagRows: 2, lagSeconds: 3, waitingCount: 1 },
      ...{ failingCount: 0, lastError: null, lastErrorAt: null, lastReceivedAt: null, sender: null },
    };
    const failing = {
      ...webhook,
      status: 'Paused',
      reason: 'full',
      position: 'bbbbbbbb.7',
      lagSeconds: 9,
      lastError: '500',
      lastErrorAt: 'T',
    };
    const sum = { ...failing, position: 'aaaaaaaa.1~bbbbbbbb.7', lagRows: 4, waitingCount: 2 };
    expect(await read('/Webhooks', [{ items: [webhook] }, { items: [failing] }])).to.deep.equal({ items: [sum] });
    expect(await read('/Webhooks/{webhook}', [webhook, failing])).to.deep.equal(sum);
  });
});
