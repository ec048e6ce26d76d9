import { expect } from 'chai';
import { startUi } from '../../src/ui/main.ts';
import { deploy, until } from './http/steps.ts';
import { catching, onTimer, processOf } from './models/event-elements.ts';
import { sequence, task, userTask } from './models/models.ts';
import { startService, type TestService } from './service.ts';
import { openVisitor, type Visited, type Visitor } from './visitor.ts';

/** A service with the UI, some processes, and a visitor with a new session for each test of one `describe`. */
export function useUiData() {
  let service: TestService;
  let ui: string;
  let visitor: Visitor;
  let csrfToken: string;
  before(async () => {
    service = await startService({ env: { UI_PORT: '0', Feed__Enabled: 'true', UI_REQUIRE_REASON: 'true' } });
    ui = (await service.start(startUi)).url ?? '';
    await deploy(service.url, sequence('plain', task('first')));
    await deploy(service.url, sequence('plain', task('first'), task('second')));
    await deploy(service.url, sequence('reviewed', userTask('review')));
    await deploy(service.url, processOf('waiting', '', [catching('wait', onTimer('PT1H'))]));
  });
  after(() => service.stop());
  beforeEach(async () => {
    visitor = openVisitor();
    csrfToken = (await json('session')).csrfToken;
  });
  const get = (path: string, headers?: Record<string, string>) => visitor.get(`${ui}/ui/api/${path}`, headers);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of any shape
  const json = async (path: string, headers?: Record<string, string>): Promise<any> => {
    const isBehind = ({ status, text }: Visited) => status === 503 && text.includes('The read side has not yet reached');
    const answer = await until(
      () => get(path, headers),
      (visited) => !isBehind(visited),
    );
    expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
    return JSON.parse(answer.text);
  };
  const post = (path: string, body: object): Promise<Visited> =>
    visitor.postJson(`${ui}/ui/api/service${path}`, body, { 'X-CSRF-Token': csrfToken });
  const fetchOf = async (type: string, WorkerId: string) =>
    JSON.parse((await post(`/custom-tasks/${type}/fetch-and-lock`, { WorkerId })).text).tasks;
  const behind = (answer: Visited) => ({ 'Service-Min-Position': answer.headers.get('service-position') ?? '' });
  return {
    get service() {
      return service;
    },
    get,
    json,
    post,
    fetchOf,
    behind,
  };
}
