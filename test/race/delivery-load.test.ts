import { describeDeliveryLoad } from './delivery-load.ts';

// slow: all instances do the whole of a process under load
// with larger counts in delivery-load-full.test.ts
describeDeliveryLoad({
  clients: [2, 20],
  messages: 40,
  signals: 30,
  rounds: 30,
  starts: 20,
  throwers: 40,
  throwersOfFive: 8,
  receivers: 10,
});
