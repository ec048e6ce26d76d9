import { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { http } from '../../support/http/http-client.ts';
import { startWith, useApp } from './app-under-test.ts';

describe('the messages of the API', () => {
  const app = useApp();

  it('are made with what Express gives them, so that it changes none', async () => {
    const { setPrototypeOf } = Object;
    const changed: unknown[] = [];
    let asked = 0;
    Object.setPrototypeOf = (target: object, prototype: object | null) => {
      if (target instanceof IncomingMessage || target instanceof ServerResponse) {
        asked += 1;
        if (Object.getPrototypeOf(target) !== prototype) changed.push(target);
      }
      return setPrototypeOf(target, prototype);
    };
    try {
      expect((await startWith(app, '{"WorkflowId":"order"}')).status).to.equal(200);
      expect((await http(app.url, { method: 'GET', path: '/nowhere' })).status).to.equal(404);
    } finally {
      Object.setPrototypeOf = setPrototypeOf;
    }
    expect(asked).to.equal(4);
    expect(changed).to.have.length(0);
  });
});
