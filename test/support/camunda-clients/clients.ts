import { type CamundaClient, FAILING, LOCK_MS, MOST_TASKS, TOPIC } from './camunda-client.ts';

const npm = (name: string, version: string): CamundaClient['install'] => [
  ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', `${name}@${version}`],
];
const PRIVATE = { 'package.json': '{"private":true}' };

const NODE_7: CamundaClient = {
  name: 'camunda-external-task-client-js 3.1.0',
  platform: 'Camunda 7',
  install: npm('camunda-external-task-client-js', '3.1.0'),
  files: {
    ...PRIVATE,
    'worker.mjs': `
import { Client, Variables } from 'camunda-external-task-client-js';
const client = new Client({
  baseUrl: process.argv[2] + '/engine-rest', maxTasks: ${MOST_TASKS}, lockDuration: ${LOCK_MS}, asyncResponseTimeout: 10000,
});
client.on('complete:success', (task) => console.log('done ' + task.variables.get('n')));
client.subscribe('${TOPIC}', async ({ task, taskService }) => {
  const n = task.variables.get('n');
  if (n % ${FAILING.every} === ${FAILING.at} && task.retries === null)
    return taskService.handleFailure(task, { errorMessage: 'busy', errorDetails: 'all lines', retries: 2, retryTimeout: 1 });
  console.log('did ' + n);
  await taskService.complete(task, new Variables().set('charged', n * 2));
});
`,
  },
  program: [process.execPath, 'worker.mjs'],
};

const NODE_8: CamundaClient = {
  name: '@camunda8/sdk 8.8.13',
  platform: 'Camunda 8',
  install: npm('@camunda8/sdk', '8.8.13'),
  files: {
    ...PRIVATE,
    'worker.cjs': `
const { Camunda8 } = require('@camunda8/sdk');
const settings = { CAMUNDA_AUTH_STRATEGY: 'NONE', CAMUNDA_LOG_LEVEL: 'none', ZEEBE_REST_ADDRESS: process.argv[2] };
const client = new Camunda8(settings).getCamundaRestClient();
client.createJobWorker({
  type: '${TOPIC}', worker: 'charger', maxJobsToActivate: ${MOST_TASKS}, timeout: ${LOCK_MS}, pollIntervalMs: 50,
  jobHandler: async (job) => {
    const { n } = job.variables;
    if (n % ${FAILING.every} === ${FAILING.at} && job.retries === 3)
      return job.fail({ errorMessage: 'busy', retries: job.retries - 1, retryBackOff: 0 });
    console.log('did ' + n);
    const result = await job.complete({ charged: n * 2 });
    console.log('done ' + n);
    return result;
  },
});
`,
  },
  program: [process.execPath, 'worker.cjs'],
};

const NODE_9: CamundaClient = {
  name: '@camunda8/orchestration-cluster-api 9.1.5',
  platform: 'Camunda 8',
  install: npm('@camunda8/orchestration-cluster-api', '9.1.5'),
  files: {
    ...PRIVATE,
    // strict: it checks each answer against the schemas of Camunda
    'worker.mjs': `
import createCamundaClient from '@camunda8/orchestration-cluster-api';
const client = createCamundaClient({
  config: { CAMUNDA_REST_ADDRESS: process.argv[2], CAMUNDA_AUTH_STRATEGY: 'NONE', CAMUNDA_SDK_VALIDATION: 'req:strict,res:strict' },
});
client.createJobWorker({
  jobType: '${TOPIC}', workerName: 'charger', maxParallelJobs: ${MOST_TASKS}, jobTimeoutMs: ${LOCK_MS}, pollIntervalMs: 50,
  jobHandler: async (job) => {
    const { n } = job.variables;
    if (n % ${FAILING.every} === ${FAILING.at} && job.retries === 3)
      return job.fail({ errorMessage: 'busy', retries: job.retries - 1, retryBackOff: 0 });
    console.log('did ' + n);
    const receipt = await job.complete({ charged: n * 2 });
    console.log('done ' + n);
    return receipt;
  },
});
`,
  },
  program: [process.execPath, 'worker.mjs'],
};

const pip = (...packages: readonly string[]): CamundaClient['install'] => [
  ['python3', '-m', 'venv', 'venv'],
  ['venv/bin/pip', 'install', '--quiet', '--disable-pip-version-check', ...packages],
];
const PYTHON = ['venv/bin/python', 'worker.py'] as const;

const PYTHON_7: CamundaClient = {
  name: 'camunda-external-task-client-python3 4.5.0',
  platform: 'Camunda 7',
  // pydantic: it imports it, and does not name it as a dependency
  install: pip('camunda-external-task-client-python3==4.5.0', 'pydantic==2.14.4'),
  files: {
    'worker.py': `
import sys
from camunda.external_task.external_task import ExternalTask, TaskResult
from camunda.external_task.external_task_worker import ExternalTaskWorker

config = {
    "maxTasks": ${MOST_TASKS},
    "lockDuration": ${LOCK_MS},
    "asyncResponseTimeout": 5000,
    "retries": 3,
    "retryTimeout": 5000,
    "sleepSeconds": 1,
}

def handle_task(task: ExternalTask) -> TaskResult:
    n = task.get_variable("n")
    if n % ${FAILING.every} == ${FAILING.at} and task._context["retries"] is None:
        return task.failure(error_message="busy", error_details="all lines", max_retries=2, retry_timeout=1)
    print("did", n)
    return task.complete({"charged": n * 2})

ExternalTaskWorker(worker_id="charger", base_url=sys.argv[1] + "/engine-rest", config=config).subscribe("${TOPIC}", handle_task)
`,
  },
  program: PYTHON,
};

const PYTHON_8: CamundaClient = {
  name: 'camunda-orchestration-sdk 10.0.1',
  platform: 'Camunda 8',
  install: pip('camunda-orchestration-sdk==10.0.1'),
  files: {
    'worker.py': `
import asyncio, sys
from camunda_orchestration_sdk import CamundaAsyncClient, ConnectedJobContext, JobFailure, WorkerConfig

async def handle_job(job: ConnectedJobContext) -> dict[str, object]:
    n = job.variables.to_dict()["n"]
    if n % ${FAILING.every} == ${FAILING.at} and job.retries == 3:
        raise JobFailure(message="busy", retries=2, retry_back_off=0)
    print("did", n, flush=True)
    return {"charged": n * 2}

async def main() -> None:
    settings = {"CAMUNDA_REST_ADDRESS": sys.argv[1] + "/v2", "CAMUNDA_AUTH_STRATEGY": "NONE"}
    async with CamundaAsyncClient(configuration=settings) as client:
        config = WorkerConfig(job_type="${TOPIC}", job_timeout_milliseconds=${LOCK_MS}, max_concurrent_jobs=${MOST_TASKS})
        client.create_job_worker(config=config, callback=handle_job)
        await client.run_workers()

asyncio.run(main())
`,
  },
  program: PYTHON,
};

const dependency = (name: string) => {
  const [group, artifact, version] = name.split(':');
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
};
const maven = (...packages: readonly string[]) => ({
  install: [
    ['java', '-version'],
    [
      'mvn',
      '-q',
      '-B',
      'org.apache.maven.plugins:maven-dependency-plugin:3.7.1:copy-dependencies',
      '-DincludeScope=runtime',
      '-DoutputDirectory=lib',
    ],
  ] as const,
  pom: `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId><artifactId>worker</artifactId><version>1</version>
  <dependencies>
    ${[...packages, 'org.slf4j:slf4j-simple:2.0.17'].map(dependency).join('')}
  </dependencies>
</project>
`,
});
const JAVA = ['java', '-Xmx128m', '-cp', 'lib/*', 'Worker.java'] as const;

const { install: installJava7, pom: pom7 } = maven(
  'org.camunda.bpm:camunda-external-task-client:7.24.0',
  // no longer a part of Java
  'org.glassfish.jaxb:jaxb-runtime:4.0.5',
);
const JAVA_7: CamundaClient = {
  name: 'org.camunda.bpm:camunda-external-task-client 7.24.0',
  platform: 'Camunda 7',
  install: installJava7,
  files: {
    'pom.xml': pom7,
    'Worker.java': `
import java.util.Map;
import org.camunda.bpm.client.ExternalTaskClient;

public class Worker {
  public static void main(String[] arguments) {
    ExternalTaskClient client = ExternalTaskClient.create()
        .baseUrl(arguments[0] + "/engine-rest").maxTasks(${MOST_TASKS}).asyncResponseTimeout(10000).build();
    client.subscribe("${TOPIC}").lockDuration(${LOCK_MS}).handler((task, service) -> {
      int n = task.getVariable("n");
      if (n % ${FAILING.every} == ${FAILING.at} && task.getRetries() == null) {
        service.handleFailure(task, "busy", "all lines", 2, 1L);
        return;
      }
      System.out.println("did " + n);
      service.complete(task, Map.of("charged", n * 2));
      System.out.println("done " + n);
    }).open();
  }
}
`,
  },
  program: JAVA,
};

const { install: installJava8, pom: pom8 } = maven('io.camunda:camunda-client-java:8.9.0');
const JAVA_8: CamundaClient = {
  name: 'io.camunda:camunda-client-java 8.9.0',
  platform: 'Camunda 8',
  install: installJava8,
  files: {
    'pom.xml': pom8,
    'Worker.java': `
import io.camunda.client.CamundaClient;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

public class Worker {
  public static void main(String[] arguments) throws InterruptedException {
    CamundaClient client =
        CamundaClient.newClientBuilder().restAddress(URI.create(arguments[0])).preferRestOverGrpc(true).build();
    client.newWorker().jobType("${TOPIC}").handler((jobs, job) -> {
      int n = (Integer) job.getVariable("n");
      if (n % ${FAILING.every} == ${FAILING.at} && job.getRetries() == 3) {
        jobs.newFailCommand(job).retries(2).errorMessage("busy").send().join();
        return;
      }
      System.out.println("did " + n);
      jobs.newCompleteCommand(job).variables(Map.of("charged", n * 2)).send().join();
      System.out.println("done " + n);
    }).timeout(Duration.ofMillis(${LOCK_MS})).maxJobsActive(${MOST_TASKS}).name("charger").open();
    Thread.currentThread().join();
  }
}
`,
  },
  program: JAVA,
};

/** Published clients. Those that use gRPC alone, such as `pyzeebe`, are not served. */
export const CAMUNDA_CLIENTS: readonly CamundaClient[] = [NODE_7, PYTHON_7, JAVA_7, NODE_8, NODE_9, PYTHON_8, JAVA_8];
