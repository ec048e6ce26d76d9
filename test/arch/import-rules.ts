/** Who may import whom: the tables of the house (section 4) with the deviations decided for this code. */

/** Folder → folders of `src` it may import. `main.ts` files are composition roots and may import every folder, so may cli. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  platform: [],
  // it is packed alone, for programs that use no other part of Sluice
  client: [],
  expressions: ['engine'],
  // a text that does not parse is refused at deploy, so the parser reads texts
  bpmn: ['engine', 'expressions'],
  messages: ['engine'],
  plugins: ['engine', 'platform'],
  db: ['platform'],
  // why an instance waits: a pure function of state, model and facts
  waits: ['engine', 'platform'],
  // what texts of requests mean: rules that reads, writes and pages share
  requests: ['platform'],
  queries: ['db', 'platform', 'requests', 'waits'],
  // sends the event feed to subscribers outside: it reads the feed as the API does
  'feed-out': ['db', 'platform', 'plugins', 'queries', 'requests'],
  store: ['db', 'engine', 'messages', 'platform'],
  projector: ['db', 'engine', 'platform'],
  queue: ['messages', 'platform'],
  // which shard executes a command, one runtime for each shard of a process, and copies of the definitions of the first
  shards: ['db', 'messages', 'platform', 'queries', 'queue', 'requests', 'store'],
  // the transaction script opens the transaction and separates retryable errors from bugs
  // hosts claim rows and hand results over: the same tables and the same queue as the worker, none of its decisions
  'plugin-host': ['db', 'engine', 'messages', 'platform', 'plugins', 'queue', 'store'],
  worker: ['db', 'engine', 'expressions', 'bpmn', 'store', 'queue', 'plugins', 'messages', 'platform', 'requests'],
  // the event feed as messages of Kafka
  kafka: ['db', 'feed-out', 'platform', 'queries'],
  // the protocol of assistants: tools that call endpoints of the API
  mcp: ['platform'],
  // a model is tried out in a thread, which alone loads the worker's code (ADR 0078)
  api: ['shards', 'queue', 'queries', 'messages', 'bpmn', 'mcp', 'platform', 'requests', 'simulation', 'waits'],
  // the worker's own code on rows in memory: for process tests and for models that are tried out (ADR 0078)
  memory: ['engine', 'expressions', 'bpmn', 'messages', 'platform', 'store', 'waits', 'worker'],
  testing: ['engine', 'expressions', 'bpmn', 'memory', 'messages', 'platform', 'plugins', 'store', 'waits', 'worker'],
  simulation: ['engine', 'expressions', 'bpmn', 'memory', 'messages', 'platform', 'store', 'waits', 'worker'],
  ui: ['shards', 'queries', 'queue', 'messages', 'bpmn', 'platform', 'engine', 'requests', 'simulation'],
};
export const COMPOSITION_FOLDER = 'cli';
export const COMPOSITION_FILE = 'main.ts';

/**
 * Folders inside a folder, lowest first: at run time a file imports from its own and from those below, never from those above. Types are free.
 * A folder that is listed here has all its folders in the list.
 */
export const LAYERS: Readonly<Record<string, readonly string[]>> = {
  worker: [
    'observation',
    'custom-tasks',
    'unit-of-work',
    'events',
    'effects',
    'commands',
    'loading',
    'transaction',
    'timers',
    'batches',
    'delivery',
    'retention',
    'shards',
  ],
};

/** Folder → the files and folders of `src`, besides itself, that may import it. */
export const CLOSED_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // what all dialects have in common, and the lists of their parts, are files in bpmn/dialects
  'bpmn/dialects/camunda-7/': ['bpmn/dialects/'],
  'bpmn/dialects/camunda-8/': ['bpmn/dialects/'],
  'bpmn/dialects/flowable/': ['bpmn/dialects/'],
  'bpmn/dialects/jbpm/': ['bpmn/dialects/'],
  // loaded with its page
  'ui/web/pages/modeler/': ['ui/web/routes.tsx'],
};

/** Other engines in code. Only `bpmn/dialects` names them. */
export const OTHER_ENGINES = /camunda|zeebe|flowable|\bactiviti\b|jbpm|drools|operaton|kogito/i;

/** Package → folders that may import it. A package that is not listed may not be imported at all. */
export const PACKAGE_FENCE: Readonly<Record<string, readonly string[]>> = {
  'lru-cache': ['api', 'expressions', 'projector', 'worker'],
  kafkajs: ['kafka'],
  kysely: ['db', 'store', 'queries', 'projector'],
  pg: ['db'],
  bullmq: ['queue'],
  ioredis: ['queue', 'api', 'ui'],
  xml2js: ['bpmn'],
  'bpmn-moddle': ['bpmn', 'ui'],
  express: ['api', 'ui'],
  helmet: ['ui'],
  compression: ['ui'],
  'express-session': ['ui'],
  'connect-pg-simple': ['ui'],
  'csrf-sync': ['ui'],
  'openid-client': ['ui'],
  '@fontsource-variable/figtree': ['ui'],
  react: ['ui'],
  'react-dom': ['ui'],
  'react-router': ['ui'],
  '@tanstack/react-query': ['ui'],
  '@mantine/core': ['ui'],
  '@mantine/hooks': ['ui'],
  '@mantine/notifications': ['ui'],
  '@mantine/spotlight': ['ui'],
  '@bpmn-io/properties-panel': ['ui'],
  '@bpmn-io/feel-editor': ['ui'],
  '@codemirror/autocomplete': ['ui'],
  '@codemirror/commands': ['ui'],
  '@codemirror/lint': ['ui'],
  '@codemirror/state': ['ui'],
  '@codemirror/view': ['ui'],
  'bpmn-js': ['ui'],
  'dmn-js-decision-table': ['ui'],
  'dmn-js-drd': ['ui'],
  'dmn-js-shared': ['ui'],
  'bpmn-auto-layout': ['ui'],
  'bpmn-js-properties-panel': ['ui'],
  'camunda-bpmn-js-behaviors': ['ui'],
  'zeebe-bpmn-moddle': ['ui'],
  'diagram-js': ['ui'],
  zod: ['api', 'platform'],
  '@asteasolutions/zod-to-openapi': ['api'],
  passport: ['api'],
  'passport-jwt': ['api'],
  jose: ['api'],
  'express-rate-limit': ['api'],
  commander: ['cli'],
  'get-east-asian-width': ['cli'],
  'rate-limit-redis': ['api'],
  'prom-client': ['platform'],
  '@opentelemetry/api': ['platform'],
  '@opentelemetry/exporter-metrics-otlp-http': ['platform'],
  '@opentelemetry/exporter-trace-otlp-http': ['platform'],
  '@opentelemetry/resources': ['platform'],
  '@opentelemetry/sdk-metrics': ['platform'],
  '@opentelemetry/sdk-trace-node': ['platform'],
  pino: ['platform'],
  'pino-pretty': ['platform'],
  'decimal.js': ['expressions'],
  croner: ['expressions'],
  luxon: ['expressions'],
  ajv: ['plugins', 'mcp'],
  '@modelcontextprotocol/sdk': ['mcp'],
  'ipaddr.js': ['plugins'],
  nodemailer: ['plugins'],
  undici: ['feed-out', 'plugins'],
  'quickjs-emscripten-core': ['expressions'],
  '@jitl/quickjs-wasmfile-release-sync': ['expressions'],
};

/** Folders without `node:*`. */
export const WITHOUT_NODE: readonly string[] = ['engine', 'messages', 'client'];

/**
 * The remaining cycle that exists only because of types. Do not add rows: move the shared types into the lower file.
 * A run holds the behaviours of elements, and a behaviour takes a run.
 */
export const TYPE_CYCLES: readonly string[] = ['engine/running/run.ts'];

/** Reviewed exceptions. Each names one file, what it may import beyond the tables, and why. */
export const EXCEPTIONS: readonly { readonly file: string; readonly imports: string; readonly reason: string }[] = [
  {
    file: 'testing/refusals.ts',
    imports: 'api',
    reason: 'shows rejections with the texts of api/http-errors.ts',
  },
  {
    file: 'testing/read-files.ts',
    imports: 'cli',
    reason: 'selects and encodes the files of a deploy with cli/commands/find-files.ts',
  },
  {
    file: 'queries/instances/instance-state.ts',
    imports: 'engine',
    reason: 'applies later events to the stored JSON with engine/state/live.ts',
  },
  {
    file: 'queries/instances/instance-waits.ts',
    imports: 'engine',
    reason: 'reads the state with engine/state/snapshot.ts and engine/state/apply.ts',
  },
  {
    file: 'queries/stored-events.ts',
    imports: 'engine',
    reason: 'converts stored events with engine/events/upcast.ts',
  },
  {
    file: 'queries/operator/waiting.ts',
    imports: 'engine',
    reason: 'finds the element of a timer in the snapshot',
  },
  {
    file: 'queries/history/history-reader.ts',
    imports: 'engine',
    reason: 'follows variables between scopes with engine/values/variable-scopes.ts',
  },
  {
    file: 'queries/history/instance-decisions.ts',
    imports: 'engine',
    reason: 'uses the shape of decisions in events',
  },
  {
    file: 'queries/history/facts-of-event.ts',
    imports: 'engine',
    reason: 'has a table by event type, so that an unknown type does not compile',
  },
];
