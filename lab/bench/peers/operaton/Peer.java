package bench;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Operaton as its own Spring Boot starter sets it up. */
@SpringBootApplication
public class Peer {
  public static void main(String[] arguments) {
    SpringApplication.run(Peer.class, arguments);
  }
}
