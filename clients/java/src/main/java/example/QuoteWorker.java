package example;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import sluice.ApiClient;
import sluice.ApiException;
import sluice.api.CustomTasksApi;
import sluice.model.CompleteCustomTaskRequest;
import sluice.model.ExtendLockRequest;
import sluice.model.FailCustomTaskRequest;
import sluice.model.FetchAndLockRequest;
import sluice.model.LockedCustomTask;

/** A worker for custom tasks of the type `quote`, on the client that the OpenAPI generator makes: java … example.QuoteWorker http://localhost:8080 */
public final class QuoteWorker {
  private static final String TYPE = "quote";
  private static final int AT_ONCE = 8;
  private static final int LOCK_SECONDS = 30;
  private static final int WAIT_SECONDS = 20;
  private static final int ATTEMPTS = 6;

  private final CustomTasksApi api;
  private final String name = "java-" + ProcessHandle.current().pid();
  private final Semaphore free = new Semaphore(AT_ONCE);
  private final ExecutorService working = Executors.newFixedThreadPool(AT_ONCE);
  private final ScheduledExecutorService extending = Executors.newScheduledThreadPool(1);
  private volatile boolean isStopping;

  private QuoteWorker(String url, String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url.replaceAll("/+$", ""));
    client.setConnectTimeout(Duration.ofSeconds(5));
    client.setReadTimeout(Duration.ofSeconds(WAIT_SECONDS + 30));
    if (token != null && !token.isEmpty()) {
      client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
    }
    api = new CustomTasksApi(client);
  }

  public static void main(String[] arguments) throws InterruptedException {
    String url = arguments.length > 0 ? arguments[0] : "http://localhost:8080";
    QuoteWorker worker = new QuoteWorker(url, System.getenv("SLUICE_TOKEN"));
    Thread main = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> worker.stop(main)));
    worker.run();
  }

  /** The work: prices an order. It may run twice: hand the idempotency key to other systems, so that it does no harm there. */
  private static Map<String, Object> quote(LockedCustomTask task) throws Refusal {
    Object quantity = task.getInput().get("quantity");
    if (!(quantity instanceof Number) || ((Number) quantity).doubleValue() <= 0) {
      throw new Refusal("bad-quantity", "quantity must be a positive number, not " + quantity);
    }
    System.out.println("priced " + task.getIdempotencyKey());
    return Map.of("price", new BigDecimal(quantity.toString()).multiply(BigDecimal.valueOf(3)));
  }

  private void run() throws InterruptedException {
    while (!isStopping) {
      free.acquire();
      int room = 1 + free.drainPermits();
      int taken = 0;
      try {
        FetchAndLockRequest request =
            new FetchAndLockRequest().workerId(name).maxTasks(room).lockSeconds(LOCK_SECONDS).waitSeconds(WAIT_SECONDS);
        // a key of its own for each request: with that of the last one it would get the last answer
        for (LockedCustomTask task : api.fetchAndLock(TYPE, request, UUID.randomUUID().toString()).getTasks()) {
          taken += 1;
          working.execute(() -> carryOut(task));
        }
      } catch (ApiException error) {
        System.err.println("no tasks: " + error.getMessage());
        Thread.sleep(2000);
      } finally {
        free.release(room - taken);
      }
    }
  }

  private void carryOut(LockedCustomTask task) {
    int every = LOCK_SECONDS * 1000 / 3;
    ScheduledFuture<?> lock = extending.scheduleAtFixedRate(() -> extend(task), every, every, TimeUnit.MILLISECONDS);
    try {
      Map<String, Object> result = quote(task);
      CompleteCustomTaskRequest done = new CompleteCustomTaskRequest().lockToken(task.getLockToken()).variables(result);
      tell(key -> api.completeCustomTask(task.getActivityInstanceId(), done, key));
    } catch (Refusal refusal) {
      FailCustomTaskRequest failed =
          new FailCustomTaskRequest()
              .lockToken(task.getLockToken())
              .errorCode(refusal.code)
              .errorMessage(refusal.getMessage())
              .isRetryable(false);
      tell(key -> api.failCustomTask(task.getActivityInstanceId(), failed, key));
    } catch (RuntimeException error) {
      FailCustomTaskRequest failed =
          new FailCustomTaskRequest().lockToken(task.getLockToken()).errorMessage(String.valueOf(error.getMessage()));
      tell(key -> api.failCustomTask(task.getActivityInstanceId(), failed, key));
    } finally {
      lock.cancel(false);
      free.release();
    }
  }

  private void extend(LockedCustomTask task) {
    try {
      ExtendLockRequest longer = new ExtendLockRequest().lockToken(task.getLockToken()).lockSeconds(LOCK_SECONDS);
      api.extendLock(task.getActivityInstanceId(), longer, UUID.randomUUID().toString());
    } catch (ApiException error) {
      System.err.println("the lock was not extended: " + error.getMessage());
    }
  }

  /** Tells a result under one key until it is taken or refused: however often it is sent, it counts once. */
  private void tell(Telling telling) {
    String key = UUID.randomUUID().toString();
    for (int attempt = 1; ; attempt += 1) {
      try {
        telling.send(key);
        return;
      } catch (ApiException error) {
        boolean isTransient = error.getCode() == 0 || error.getCode() == 429 || error.getCode() >= 502;
        if (!isTransient || attempt == ATTEMPTS) {
          System.err.println("the result was not taken: " + error.getMessage());
          return;
        }
        pause(200L << attempt);
      }
    }
  }

  /** What is in work is done and told; what is only locked is free again when its lock ends. */
  private void stop(Thread main) {
    isStopping = true;
    main.interrupt();
    working.shutdown();
    try {
      working.awaitTermination(LOCK_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    extending.shutdown();
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Telling {
    void send(String idempotencyKey) throws ApiException;
  }

  /** The work cannot be done, and the process shall deal with it: an error with a code, for its boundary events. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final String code;

    Refusal(String code, String message) {
      super(message);
      this.code = code;
    }
  }
}
