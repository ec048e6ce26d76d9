package bench;

import java.io.FileInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigDecimal;
import org.camunda.bpm.dmn.engine.DmnDecision;
import org.camunda.bpm.dmn.engine.DmnEngine;
import org.camunda.bpm.dmn.engine.impl.DefaultDmnEngineConfiguration;
import org.camunda.bpm.engine.variable.VariableMap;
import org.camunda.bpm.engine.variable.Variables;

/** Makes the decision of a table again and again on one thread. Prints the result, and how often a second of processor time it did. */
public final class Peer {
  private static final int ROUND = 200;

  /** Arguments: DMN file, id of the decision, seconds to warm up, seconds to measure, then variables as {@code name=value}. */
  public static void main(String[] args) throws Exception {
    DefaultDmnEngineConfiguration configuration = new DefaultDmnEngineConfiguration();
    configuration.setDefaultInputExpressionExpressionLanguage("feel");
    configuration.setDefaultOutputEntryExpressionLanguage("feel");
    DmnEngine engine = configuration.buildEngine();
    DmnDecision decision;
    try (InputStream file = new FileInputStream(args[0])) {
      decision = engine.parseDecision(args[1], file);
    }
    VariableMap variables = Variables.createVariables();
    for (int at = 4; at < args.length; at++) {
      String[] parts = args[at].split("=", 2);
      variables.put(parts[0], parts[1].matches("[\\d.]+") ? (Object) new BigDecimal(parts[1]).doubleValue() : parts[1]);
    }
    System.out.println((Object) engine.evaluateDecisionTable(decision, variables).getSingleEntry());
    rate(engine, decision, variables, Double.parseDouble(args[2]));
    System.out.println(rate(engine, decision, variables, Double.parseDouble(args[3])));
  }

  private static double rate(DmnEngine engine, DmnDecision decision, VariableMap variables, double seconds) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long count = 0;
    double spent = 0;
    while (spent < seconds) {
      for (int round = 0; round < ROUND; round++) engine.evaluateDecisionTable(decision, variables);
      count += ROUND;
      spent = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    }
    return count / spent;
  }
}
