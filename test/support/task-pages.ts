import type { Page } from 'playwright-core';
import { actAs, useUiPages } from './ui-pages.ts';

const FORM = JSON.stringify({
  components: [
    { type: 'textfield', key: 'supplier', label: 'Supplier', validate: { required: true, minLength: 3 } },
    { type: 'number', key: 'amount', label: 'Amount', validate: { min: 1, max: 100 } },
    {
      type: 'radio',
      key: 'kind',
      label: 'Kind',
      values: [
        { value: 'goods', label: 'Goods' },
        { value: 'work', label: 'Work' },
      ],
    },
    { type: 'textarea', key: 'remark', label: 'Remark', description: 'Seen by the supplier' },
    { type: 'filepicker', key: 'scan', label: 'Scan' },
  ],
});
/** A task with a form, for candidates of the group `clerks`. */
export const INVOICES = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn" xmlns:z="http://camunda.org/schema/zeebe/1.0">
  <d:process id="invoices" name="Invoices of suppliers"><d:extensionElements><z:userTaskForm id="F1">${FORM.replaceAll('"', '&quot;')}</z:userTaskForm></d:extensionElements>
  <d:startEvent id="s"/><d:userTask id="check" name="Check the invoice" c:candidateGroups="clerks" c:dueDate="2020-01-02T03:04:05Z" c:priority="70">
    <d:extensionElements><z:formDefinition formKey="camunda-forms:bpmn:F1"/></d:extensionElements></d:userTask>
  <d:sequenceFlow id="f" sourceRef="s" targetRef="check"/></d:process>
</d:definitions>`;
/** A task with expected outputs, before a gateway that compares two of them. */
export const EXPENSE = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:f="https://fleans.io/schema/bpmn/1.0">
  <d:process id="expense"><d:startEvent id="s"/><d:userTask id="approve"><d:extensionElements><f:assignmentDefinition candidateGroups="clerks"/>
  <f:expectedOutputs><f:expectedOutput name="approved"/><f:expectedOutput name="limit"/><f:expectedOutput name="rest"/></f:expectedOutputs></d:extensionElements></d:userTask>
  <d:exclusiveGateway id="g" default="n"/><d:endEvent id="a"/><d:endEvent id="b"/><d:sequenceFlow id="f" sourceRef="s" targetRef="approve"/>
  <d:sequenceFlow id="h" sourceRef="approve" targetRef="g"/><d:sequenceFlow id="n" sourceRef="g" targetRef="b"/><d:sequenceFlow id="y" sourceRef="g" targetRef="a">
  <d:conditionExpression>_context.approved == true &amp;&amp; _context.limit > 10</d:conditionExpression></d:sequenceFlow></d:process>
</d:definitions>`;

/** The pages of a test about the task page, with `invoices` deployed. */
export function useTaskPages() {
  const ui = useUiPages(async (pages) => {
    await pages.call('/Definitions/deploy', { BpmnXml: INVOICES });
  });
  const start = async (businessId: string, Variables = {}): Promise<string> =>
    (
      await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
        WorkflowId: 'invoices',
        BusinessId: businessId,
        Variables,
      })
    ).WorkflowInstanceId;
  const variablesOf = async (id: string): Promise<object | undefined> =>
    (await ui.call<{ variableStates: { variables: object }[] }>(`/Instances/${id}/state`)).variableStates[0]?.variables;
  const taskOf = async (id: string): Promise<string> => {
    const { data } = await ui.call<{ data: { workflowInstanceId: string; activityInstanceId: string }[] }>(
      '/UserTasks?pageSize=100',
    );
    return data.find((task) => task.workflowInstanceId === id)?.activityInstanceId ?? '';
  };
  const visitAs = async (user: string, path = '/user-tasks', look = {}): Promise<Page> => {
    const page = await ui.visit(path, look);
    await actAs(page, user, 'clerks');
    return page;
  };
  const itemsOf = (page: Page) => page.getByRole('list', { name: 'User tasks' }).getByRole('button');
  return { ui, start, variablesOf, taskOf, visitAs, itemsOf };
}
