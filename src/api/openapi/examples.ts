const HEAD = '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="urn:example"';

/** Used by the other examples. */
export const ORDER_XML = `${HEAD} xmlns:camunda="http://camunda.org/schema/1.0/bpmn" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0">
  <message id="paid" name="orderPaid">
    <extensionElements><zeebe:subscription correlationKey="= orderNumber"/></extensionElements>
  </message>
  <process id="order" isExecutable="true">
    <startEvent id="start"/>
    <parallelGateway id="fork"/>
    <userTask id="review" camunda:candidateGroups="managers"/>
    <task id="pack"/>
    <intermediateCatchEvent id="payment"><messageEventDefinition messageRef="paid"/></intermediateCatchEvent>
    <parallelGateway id="join"/>
    <endEvent id="end"/>
    <sequenceFlow id="f1" sourceRef="start" targetRef="fork"/>
    <sequenceFlow id="f2" sourceRef="fork" targetRef="review"/>
    <sequenceFlow id="f3" sourceRef="fork" targetRef="pack"/>
    <sequenceFlow id="f4" sourceRef="fork" targetRef="payment"/>
    <sequenceFlow id="f5" sourceRef="review" targetRef="join"/>
    <sequenceFlow id="f6" sourceRef="pack" targetRef="join"/>
    <sequenceFlow id="f7" sourceRef="payment" targetRef="join"/>
    <sequenceFlow id="f8" sourceRef="join" targetRef="end"/>
  </process>
</definitions>`;

/** A signal starts the first process, a condition the second. */
export const STORE_XML = `${HEAD}>
  <signal id="arrived" name="stockArrived"/>
  <process id="restock" isExecutable="true">
    <startEvent id="start"><signalEventDefinition signalRef="arrived"/></startEvent>
    <endEvent id="end"/>
    <sequenceFlow id="r1" sourceRef="start" targetRef="end"/>
  </process>
  <process id="cooling" isExecutable="true">
    <startEvent id="hot"><conditionalEventDefinition><condition>temperature > 30</condition></conditionalEventDefinition></startEvent>
    <endEvent id="cool"/>
    <sequenceFlow id="c1" sourceRef="hot" targetRef="cool"/>
  </process>
</definitions>`;

export const FEE_XML = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="fees" name="fees" namespace="urn:example">
  <decision id="fee" name="Fee">
    <decisionTable>
      <input><inputExpression typeRef="number"><text>amount</text></inputExpression></input>
      <output name="fee" typeRef="number"/>
      <rule id="small"><inputEntry><text>&lt; 100</text></inputEntry><outputEntry><text>5</text></outputEntry></rule>
      <rule id="large"><inputEntry><text>&gt;= 100</text></inputEntry><outputEntry><text>amount * 0.02</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>`;
