// tier all: thousands of messages take more than a minute

import { describeDeliveryLoad } from './delivery-load.ts';

describeDeliveryLoad({
  clients: [1, 2, 10, 50],
  messages: 200,
  signals: 100,
  rounds: 100,
  starts: 50,
  throwers: 200,
  throwersOfFive: 20,
  receivers: 60,
});
