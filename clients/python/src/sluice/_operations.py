# Made from the OpenAPI document by `npm run clients:write`. Do not edit.
"""The operations of the API, one method each: parts of the path, then the body or the query, then options."""

from typing import Any, Dict, Iterator, NamedTuple, Optional, Union, cast

from . import types
from ._options import CallOptions


class Operation(NamedTuple):
    """How an operation is sent."""

    method: str
    path: str
    gives: str
    is_keyed: bool
    reads_projection: bool
    is_service: bool


class ApiMethods:
    def _call(
        self, operation: Operation, parts: Dict[str, Any], query: Dict[str, Any], body: Any, options: Optional[CallOptions]
    ) -> Any:
        raise NotImplementedError

    def deploy(self, body: types.DeployRequest, *, options: Optional[CallOptions] = None) -> types.DeployResponse:
        """Deploy a BPMN model. `POST /Definitions/deploy`"""
        return cast("types.DeployResponse", self._call(
            Operation("POST", "/Definitions/deploy", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def validate(self, body: types.ValidateRequest, *, options: Optional[CallOptions] = None) -> types.ValidateResponse:
        """Validate a BPMN model. `POST /Definitions/validate`"""
        return cast("types.ValidateResponse", self._call(
            Operation("POST", "/Definitions/validate", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def simulate(self, body: types.SimulateRequest, *, options: Optional[CallOptions] = None) -> types.SimulateResponse:
        """Simulate a BPMN model. `POST /Definitions/simulate`"""
        return cast("types.SimulateResponse", self._call(
            Operation("POST", "/Definitions/simulate", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def disable(self, body: types.SwitchRequest, *, options: Optional[CallOptions] = None) -> types.DefinitionRow:
        """Disable a process. `POST /Definitions/disable`"""
        return cast("types.DefinitionRow", self._call(
            Operation("POST", "/Definitions/disable", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def enable(self, body: types.SwitchRequest, *, options: Optional[CallOptions] = None) -> types.DefinitionRow:
        """Enable a process. `POST /Definitions/enable`"""
        return cast("types.DefinitionRow", self._call(
            Operation("POST", "/Definitions/enable", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def suspend_definition(self, key: str, body: Optional[types.SuspendDefinitionRequest] = None, *, options: Optional[CallOptions] = None) -> types.KeySuspensionResponse:
        """Suspend a process. `POST /Definitions/{key}/suspend`"""
        return cast("types.KeySuspensionResponse", self._call(
            Operation("POST", "/Definitions/{key}/suspend", "json", True, False, False), {"key": key}, {}, body if body is not None else {}, options
        ))

    def resume_definition(self, key: str, body: Optional[types.SuspendDefinitionRequest] = None, *, options: Optional[CallOptions] = None) -> types.KeySuspensionResponse:
        """Resume a suspended process. `POST /Definitions/{key}/resume`"""
        return cast("types.KeySuspensionResponse", self._call(
            Operation("POST", "/Definitions/{key}/resume", "json", True, False, False), {"key": key}, {}, body if body is not None else {}, options
        ))

    def list_definitions(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.DefinitionPage:
        """List process definitions. `GET /Definitions`"""
        return cast("types.DefinitionPage", self._call(
            Operation("GET", "/Definitions", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def list_instances(self, key: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.InstancePage:
        """List instances of a process. `GET /Definitions/{key}/instances`"""
        return cast("types.InstancePage", self._call(
            Operation("GET", "/Definitions/{key}/instances", "json", False, True, False), {"key": key}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, None, options
        ))

    def list_instances_of_version(self, key: str, version: Union[int, str], *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.InstancePage:
        """List instances of one version. `GET /Definitions/{key}/{version}/instances`"""
        return cast("types.InstancePage", self._call(
            Operation("GET", "/Definitions/{key}/{version}/instances", "json", False, True, False), {"key": key, "version": version}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, None, options
        ))

    def list_start_forms(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.StartFormPage:
        """List start forms. `GET /Definitions/start-forms`"""
        return cast("types.StartFormPage", self._call(
            Operation("GET", "/Definitions/start-forms", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_model(self, key: str, version: Union[int, str], *, options: Optional[CallOptions] = None) -> str:
        """Read the BPMN file of a version. `GET /Definitions/{key}/{version}/xml`"""
        return cast("str", self._call(
            Operation("GET", "/Definitions/{key}/{version}/xml", "text", False, True, False), {"key": key, "version": version}, {}, None, options
        ))

    def delete_version(self, key: str, version: Union[int, str], *, options: Optional[CallOptions] = None) -> types.DeleteVersionResponse:
        """Delete a version of a process. `DELETE /Definitions/{key}/{version}`"""
        return cast("types.DeleteVersionResponse", self._call(
            Operation("DELETE", "/Definitions/{key}/{version}", "json", True, False, False), {"key": key, "version": version}, {}, None, options
        ))

    def start(self, body: types.StartRequest, *, options: Optional[CallOptions] = None) -> types.StartResponse:
        """Start an instance. `POST /Execution/start`"""
        return cast("types.StartResponse", self._call(
            Operation("POST", "/Execution/start", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def message(self, body: types.MessageRequest, *, options: Optional[CallOptions] = None) -> types.MessageResponse:
        """Publish a message. `POST /Execution/message`"""
        return cast("types.MessageResponse", self._call(
            Operation("POST", "/Execution/message", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def signal(self, body: types.SignalRequest, *, options: Optional[CallOptions] = None) -> types.SignalResponse:
        """Broadcast a signal. `POST /Execution/signal`"""
        return cast("types.SignalResponse", self._call(
            Operation("POST", "/Execution/signal", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def complete_activity(self, body: types.CompleteActivityRequest, *, options: Optional[CallOptions] = None) -> None:
        """Complete an activity. `POST /Execution/complete-activity`"""
        self._call(
            Operation("POST", "/Execution/complete-activity", "empty", True, False, False), {}, {}, body if body is not None else {}, options
        )

    def evaluate_conditions(self, body: types.EvaluateConditionsRequest, *, options: Optional[CallOptions] = None) -> types.EvaluateConditionsResponse:
        """Evaluate conditional start events. `POST /Execution/evaluate-conditions`"""
        return cast("types.EvaluateConditionsResponse", self._call(
            Operation("POST", "/Execution/evaluate-conditions", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def find_instances(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> types.FoundPage:
        """Find instances. `GET /Instances`"""
        return cast("types.FoundPage", self._call(
            Operation("GET", "/Instances", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, None, options
        ))

    def read_state(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, options: Optional[CallOptions] = None) -> types.InstanceState:
        """Read the state of an instance. `GET /Instances/{instanceId}/state`"""
        return cast("types.InstanceState", self._call(
            Operation("GET", "/Instances/{instanceId}/state", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size}, None, options
        ))

    def cancel_instance(self, instance_id: str, body: Optional[types.CancelInstanceRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Cancel an instance. `POST /Instances/{instanceId}/cancel`"""
        self._call(
            Operation("POST", "/Instances/{instanceId}/cancel", "empty", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        )

    def delete_instance(self, instance_id: str, *, options: Optional[CallOptions] = None) -> types.DeletionResponse:
        """Delete a finished instance. `DELETE /Instances/{instanceId}`"""
        return cast("types.DeletionResponse", self._call(
            Operation("DELETE", "/Instances/{instanceId}", "json", True, False, False), {"instanceId": instance_id}, {}, None, options
        ))

    def erase_instances(self, body: types.EraseRequest, *, options: Optional[CallOptions] = None) -> types.ErasureResponse:
        """Erase all instances with a business id. `POST /Instances/erase`"""
        return cast("types.ErasureResponse", self._call(
            Operation("POST", "/Instances/erase", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def fork_instance(self, instance_id: str, body: Optional[types.ForkRequest] = None, *, options: Optional[CallOptions] = None) -> types.ForkResponse:
        """Fork an instance. `POST /Instances/{instanceId}/fork`"""
        return cast("types.ForkResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/fork", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def revive_instance(self, instance_id: str, body: Optional[types.ReviveRequest] = None, *, options: Optional[CallOptions] = None) -> types.ReviveResponse:
        """Restart a failed or cancelled instance. `POST /Instances/{instanceId}/revive`"""
        return cast("types.ReviveResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/revive", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def edit_variables(self, instance_id: str, body: Optional[types.EditVariablesRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Edit variables. `POST /Instances/{instanceId}/variables`"""
        self._call(
            Operation("POST", "/Instances/{instanceId}/variables", "empty", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        )

    def modify_instance(self, instance_id: str, body: types.ModifyInstanceRequest, *, options: Optional[CallOptions] = None) -> types.ModificationResponse:
        """Modify an instance. `POST /Instances/{instanceId}/modify`"""
        return cast("types.ModificationResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/modify", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def migrate_instance(self, instance_id: str, body: types.MigrateInstanceRequest, *, options: Optional[CallOptions] = None) -> types.MigrationResponse:
        """Migrate an instance. `POST /Instances/{instanceId}/migrate`"""
        return cast("types.MigrationResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/migrate", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def suspend_instance(self, instance_id: str, body: Optional[types.SuspendInstanceRequest] = None, *, options: Optional[CallOptions] = None) -> types.SuspensionResponse:
        """Suspend an instance. `POST /Instances/{instanceId}/suspend`"""
        return cast("types.SuspensionResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/suspend", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def resume_instance(self, instance_id: str, body: Optional[types.ResumeInstanceRequest] = None, *, options: Optional[CallOptions] = None) -> types.SuspensionResponse:
        """Resume a suspended instance. `POST /Instances/{instanceId}/resume`"""
        return cast("types.SuspensionResponse", self._call(
            Operation("POST", "/Instances/{instanceId}/resume", "json", True, False, False), {"instanceId": instance_id}, {}, body if body is not None else {}, options
        ))

    def read_history(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.HistoryPage:
        """Read the history of an instance. `GET /Instances/{instanceId}/history`"""
        return cast("types.HistoryPage", self._call(
            Operation("GET", "/Instances/{instanceId}/history", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_instance_decisions(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.InstanceDecisionPage:
        """Read the decisions of an instance. `GET /Instances/{instanceId}/decisions`"""
        return cast("types.InstanceDecisionPage", self._call(
            Operation("GET", "/Instances/{instanceId}/decisions", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_waiting(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, options: Optional[CallOptions] = None) -> types.InstanceWaiting:
        """Explain why an instance waits. `GET /Instances/{instanceId}/waiting`"""
        return cast("types.InstanceWaiting", self._call(
            Operation("GET", "/Instances/{instanceId}/waiting", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size}, None, options
        ))

    def list_user_tasks(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, assignee: Optional[str] = None, candidate_group: Optional[str] = None, options: Optional[CallOptions] = None) -> types.UserTaskPage:
        """List pending user tasks. `GET /UserTasks`"""
        return cast("types.UserTaskPage", self._call(
            Operation("GET", "/UserTasks", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "assignee": assignee, "candidateGroup": candidate_group}, None, options
        ))

    def read_user_task(self, activity_instance_id: str, *, options: Optional[CallOptions] = None) -> types.UserTask:
        """Read a pending user task. `GET /UserTasks/{activityInstanceId}`"""
        return cast("types.UserTask", self._call(
            Operation("GET", "/UserTasks/{activityInstanceId}", "json", False, True, False), {"activityInstanceId": activity_instance_id}, {}, None, options
        ))

    def claim_user_task(self, activity_instance_id: str, body: Optional[types.ClaimRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Claim a user task. `POST /UserTasks/{activityInstanceId}/claim`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/claim", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def unclaim_user_task(self, activity_instance_id: str, *, options: Optional[CallOptions] = None) -> None:
        """Unclaim a user task. `POST /UserTasks/{activityInstanceId}/unclaim`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/unclaim", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, None, options
        )

    def complete_user_task(self, activity_instance_id: str, body: Optional[types.CompleteUserTaskRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Complete a user task. `POST /UserTasks/{activityInstanceId}/complete`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/complete", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def fail_user_task(self, activity_instance_id: str, body: types.FailUserTaskRequest, *, options: Optional[CallOptions] = None) -> None:
        """Fail a user task. `POST /UserTasks/{activityInstanceId}/fail`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/fail", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def cancel_user_task(self, activity_instance_id: str, body: Optional[types.CancelUserTaskRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Cancel a user task. `POST /UserTasks/{activityInstanceId}/cancel`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/cancel", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def edit_user_task(self, activity_instance_id: str, body: Optional[types.EditUserTaskRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Edit a user task. `POST /UserTasks/{activityInstanceId}/edit`"""
        self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/edit", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def list_task_comments(self, activity_instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, options: Optional[CallOptions] = None) -> types.TaskCommentPage:
        """List comments on a user task. `GET /UserTasks/{activityInstanceId}/comments`"""
        return cast("types.TaskCommentPage", self._call(
            Operation("GET", "/UserTasks/{activityInstanceId}/comments", "json", False, False, False), {"activityInstanceId": activity_instance_id}, {"page": page, "pageSize": page_size}, None, options
        ))

    def comment_user_task(self, activity_instance_id: str, body: types.CommentUserTaskRequest, *, options: Optional[CallOptions] = None) -> types.TaskComment:
        """Comment on a user task. `POST /UserTasks/{activityInstanceId}/comments`"""
        return cast("types.TaskComment", self._call(
            Operation("POST", "/UserTasks/{activityInstanceId}/comments", "json", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        ))

    def list_custom_tasks(self, *, options: Optional[CallOptions] = None) -> types.CustomTaskTypes:
        """List task types. `GET /custom-tasks`"""
        return cast("types.CustomTaskTypes", self._call(
            Operation("GET", "/custom-tasks", "json", False, False, False), {}, {}, None, options
        ))

    def read_custom_task(self, task_type: str, *, options: Optional[CallOptions] = None) -> types.CustomTaskType:
        """Read a task type. `GET /custom-tasks/{taskType}`"""
        return cast("types.CustomTaskType", self._call(
            Operation("GET", "/custom-tasks/{taskType}", "json", False, False, False), {"taskType": task_type}, {}, None, options
        ))

    def list_open_custom_tasks(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.OpenCustomTaskPage:
        """List open tasks. `GET /OpenCustomTasks`"""
        return cast("types.OpenCustomTaskPage", self._call(
            Operation("GET", "/OpenCustomTasks", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def fetch_and_lock(self, task_type: str, body: types.FetchAndLockRequest, *, options: Optional[CallOptions] = None) -> types.FetchAndLockResponse:
        """Fetch and lock tasks. `POST /custom-tasks/{taskType}/fetch-and-lock`"""
        return cast("types.FetchAndLockResponse", self._call(
            Operation("POST", "/custom-tasks/{taskType}/fetch-and-lock", "json", True, False, False), {"taskType": task_type}, {}, body if body is not None else {}, options
        ))

    def complete_custom_task(self, activity_instance_id: str, body: types.CompleteCustomTaskRequest, *, options: Optional[CallOptions] = None) -> None:
        """Complete a locked task. `POST /custom-tasks/{activityInstanceId}/complete`"""
        self._call(
            Operation("POST", "/custom-tasks/{activityInstanceId}/complete", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def fail_custom_task(self, activity_instance_id: str, body: types.FailCustomTaskRequest, *, options: Optional[CallOptions] = None) -> types.FailCustomTaskResponse:
        """Report a failed attempt of a locked task. `POST /custom-tasks/{activityInstanceId}/fail`"""
        return cast("types.FailCustomTaskResponse", self._call(
            Operation("POST", "/custom-tasks/{activityInstanceId}/fail", "json", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        ))

    def extend_lock(self, activity_instance_id: str, body: types.ExtendLockRequest, *, options: Optional[CallOptions] = None) -> types.ExtendLockResponse:
        """Extend the lock of a task. `POST /custom-tasks/{activityInstanceId}/extend-lock`"""
        return cast("types.ExtendLockResponse", self._call(
            Operation("POST", "/custom-tasks/{activityInstanceId}/extend-lock", "json", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        ))

    def unlock_custom_task(self, activity_instance_id: str, body: types.UnlockRequest, *, options: Optional[CallOptions] = None) -> None:
        """Release the lock of a task. `POST /custom-tasks/{activityInstanceId}/unlock`"""
        self._call(
            Operation("POST", "/custom-tasks/{activityInstanceId}/unlock", "empty", True, False, False), {"activityInstanceId": activity_instance_id}, {}, body if body is not None else {}, options
        )

    def list_incidents(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.IncidentPage:
        """List open incidents. `GET /Incidents`"""
        return cast("types.IncidentPage", self._call(
            Operation("GET", "/Incidents", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_incident(self, incident_id: str, *, options: Optional[CallOptions] = None) -> types.Incident:
        """Read an open incident. `GET /Incidents/{incidentId}`"""
        return cast("types.Incident", self._call(
            Operation("GET", "/Incidents/{incidentId}", "json", False, False, False), {"incidentId": incident_id}, {}, None, options
        ))

    def retry_incident(self, incident_id: str, body: Optional[types.RetryIncidentRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Retry an incident. `POST /Incidents/{incidentId}/retry`"""
        self._call(
            Operation("POST", "/Incidents/{incidentId}/retry", "empty", True, False, False), {"incidentId": incident_id}, {}, body if body is not None else {}, options
        )

    def resolve_incident(self, incident_id: str, body: Optional[types.ResolveIncidentRequest] = None, *, options: Optional[CallOptions] = None) -> None:
        """Resolve an incident. `POST /Incidents/{incidentId}/resolve`"""
        self._call(
            Operation("POST", "/Incidents/{incidentId}/resolve", "empty", True, False, False), {"incidentId": incident_id}, {}, body if body is not None else {}, options
        )

    def list_ignored_failures(self, *, options: Optional[CallOptions] = None) -> types.IgnoredFailureList:
        """List ignored failures. `GET /Incidents/ignored`"""
        return cast("types.IgnoredFailureList", self._call(
            Operation("GET", "/Incidents/ignored", "json", False, False, False), {}, {}, None, options
        ))

    def ignore_failures(self, body: types.IgnoreFailuresRequest, *, options: Optional[CallOptions] = None) -> None:
        """Ignore a group of failures. `POST /Incidents/ignore`"""
        self._call(
            Operation("POST", "/Incidents/ignore", "empty", True, False, False), {}, {}, body if body is not None else {}, options
        )

    def show_failures(self, body: types.ShowFailuresRequest, *, options: Optional[CallOptions] = None) -> None:
        """Show an ignored group of failures again. `POST /Incidents/show`"""
        self._call(
            Operation("POST", "/Incidents/show", "empty", True, False, False), {}, {}, body if body is not None else {}, options
        )

    def list_dead_letters(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.DeadLetterPage:
        """List dead letters. `GET /DeadLetters`"""
        return cast("types.DeadLetterPage", self._call(
            Operation("GET", "/DeadLetters", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_dead_letter(self, dead_letter_id: str, *, options: Optional[CallOptions] = None) -> types.DeadLetter:
        """Read a dead letter. `GET /DeadLetters/{deadLetterId}`"""
        return cast("types.DeadLetter", self._call(
            Operation("GET", "/DeadLetters/{deadLetterId}", "json", False, False, False), {"deadLetterId": dead_letter_id}, {}, None, options
        ))

    def retry_dead_letter(self, dead_letter_id: str, body: Optional[types.RetryDeadLetterRequest] = None, *, options: Optional[CallOptions] = None) -> types.HandledDeadLetters:
        """Retry a dead letter. `POST /DeadLetters/{deadLetterId}/retry`"""
        return cast("types.HandledDeadLetters", self._call(
            Operation("POST", "/DeadLetters/{deadLetterId}/retry", "json", True, False, False), {"deadLetterId": dead_letter_id}, {}, body if body is not None else {}, options
        ))

    def drop_dead_letter(self, dead_letter_id: str, body: types.DropDeadLetterRequest, *, options: Optional[CallOptions] = None) -> types.HandledDeadLetters:
        """Discard a dead letter. `POST /DeadLetters/{deadLetterId}/drop`"""
        return cast("types.HandledDeadLetters", self._call(
            Operation("POST", "/DeadLetters/{deadLetterId}/drop", "json", True, False, False), {"deadLetterId": dead_letter_id}, {}, body if body is not None else {}, options
        ))

    def retry_dead_letters(self, body: Optional[types.RetryDeadLettersRequest] = None, *, options: Optional[CallOptions] = None) -> types.HandledDeadLetters:
        """Retry dead letters by filter. `POST /DeadLetters/retry`"""
        return cast("types.HandledDeadLetters", self._call(
            Operation("POST", "/DeadLetters/retry", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def drop_dead_letters(self, body: types.DropDeadLettersRequest, *, options: Optional[CallOptions] = None) -> types.HandledDeadLetters:
        """Discard dead letters by filter. `POST /DeadLetters/drop`"""
        return cast("types.HandledDeadLetters", self._call(
            Operation("POST", "/DeadLetters/drop", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def list_audit(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.AuditPage:
        """List audit entries. `GET /Audit`"""
        return cast("types.AuditPage", self._call(
            Operation("GET", "/Audit", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def export_audit(self, *, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> str:
        """Export audit entries as CSV. `GET /Audit/csv`"""
        return cast("str", self._call(
            Operation("GET", "/Audit/csv", "text", False, False, False), {}, {"filters": filters}, None, options
        ))

    def create_batch(self, body: types.CreateBatchRequest, *, options: Optional[CallOptions] = None) -> types.BatchMade:
        """Create a batch operation. `POST /Batches`"""
        return cast("types.BatchMade", self._call(
            Operation("POST", "/Batches", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def list_batches(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.BatchPage:
        """List batches. `GET /Batches`"""
        return cast("types.BatchPage", self._call(
            Operation("GET", "/Batches", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_batch(self, batch_id: str, *, options: Optional[CallOptions] = None) -> types.Batch:
        """Read a batch. `GET /Batches/{batchId}`"""
        return cast("types.Batch", self._call(
            Operation("GET", "/Batches/{batchId}", "json", False, False, False), {"batchId": batch_id}, {}, None, options
        ))

    def list_batch_items(self, batch_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.BatchItemPage:
        """List the items of a batch. `GET /Batches/{batchId}/items`"""
        return cast("types.BatchItemPage", self._call(
            Operation("GET", "/Batches/{batchId}/items", "json", False, False, False), {"batchId": batch_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def pause_batch(self, batch_id: str, body: Optional[types.SteerBatchRequest] = None, *, options: Optional[CallOptions] = None) -> types.BatchStatus:
        """Pause a batch. `POST /Batches/{batchId}/pause`"""
        return cast("types.BatchStatus", self._call(
            Operation("POST", "/Batches/{batchId}/pause", "json", True, False, False), {"batchId": batch_id}, {}, body if body is not None else {}, options
        ))

    def resume_batch(self, batch_id: str, body: Optional[types.SteerBatchRequest] = None, *, options: Optional[CallOptions] = None) -> types.BatchStatus:
        """Resume a paused batch. `POST /Batches/{batchId}/resume`"""
        return cast("types.BatchStatus", self._call(
            Operation("POST", "/Batches/{batchId}/resume", "json", True, False, False), {"batchId": batch_id}, {}, body if body is not None else {}, options
        ))

    def stop_batch(self, batch_id: str, body: Optional[types.SteerBatchRequest] = None, *, options: Optional[CallOptions] = None) -> types.BatchStatus:
        """Stop a batch. `POST /Batches/{batchId}/stop`"""
        return cast("types.BatchStatus", self._call(
            Operation("POST", "/Batches/{batchId}/stop", "json", True, False, False), {"batchId": batch_id}, {}, body if body is not None else {}, options
        ))

    def read_events(self, *, after: Optional[str] = None, keys: Optional[str] = None, types: Optional[str] = None, instance: Optional[str] = None, business_id: Optional[str] = None, limit: Optional[str] = None, wait: Optional[str] = None, options: Optional[CallOptions] = None) -> str:
        """Read the event feed. `GET /Events`"""
        return cast("str", self._call(
            Operation("GET", "/Events", "text", False, False, False), {}, {"after": after, "keys": keys, "types": types, "instance": instance, "businessId": business_id, "limit": limit, "wait": wait}, None, options
        ))

    def list_webhooks(self, *, options: Optional[CallOptions] = None) -> types.WebhookList:
        """List webhooks. `GET /Webhooks`"""
        return cast("types.WebhookList", self._call(
            Operation("GET", "/Webhooks", "json", False, False, False), {}, {}, None, options
        ))

    def read_webhook(self, webhook: str, *, options: Optional[CallOptions] = None) -> types.Webhook:
        """Read a webhook. `GET /Webhooks/{webhook}`"""
        return cast("types.Webhook", self._call(
            Operation("GET", "/Webhooks/{webhook}", "json", False, False, False), {"webhook": webhook}, {}, None, options
        ))

    def list_webhook_instances(self, webhook: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.WebhookInstancePage:
        """List instances with undelivered events. `GET /Webhooks/{webhook}/instances`"""
        return cast("types.WebhookInstancePage", self._call(
            Operation("GET", "/Webhooks/{webhook}/instances", "json", False, False, False), {"webhook": webhook}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def retry_webhook(self, webhook: str, body: Optional[types.SteerWebhookRequest] = None, *, options: Optional[CallOptions] = None) -> types.WebhookSteered:
        """Retry undelivered events. `POST /Webhooks/{webhook}/retry`"""
        return cast("types.WebhookSteered", self._call(
            Operation("POST", "/Webhooks/{webhook}/retry", "json", True, False, False), {"webhook": webhook}, {}, body if body is not None else {}, options
        ))

    def skip_webhook(self, webhook: str, body: Optional[types.SteerWebhookRequest] = None, *, options: Optional[CallOptions] = None) -> types.WebhookSteered:
        """Skip undelivered events. `POST /Webhooks/{webhook}/skip`"""
        return cast("types.WebhookSteered", self._call(
            Operation("POST", "/Webhooks/{webhook}/skip", "json", True, False, False), {"webhook": webhook}, {}, body if body is not None else {}, options
        ))

    def pause_webhook(self, webhook: str, body: Optional[types.PauseWebhookRequest] = None, *, options: Optional[CallOptions] = None) -> types.WebhookSteered:
        """Pause a webhook. `POST /Webhooks/{webhook}/pause`"""
        return cast("types.WebhookSteered", self._call(
            Operation("POST", "/Webhooks/{webhook}/pause", "json", True, False, False), {"webhook": webhook}, {}, body if body is not None else {}, options
        ))

    def resume_webhook(self, webhook: str, body: Optional[types.PauseWebhookRequest] = None, *, options: Optional[CallOptions] = None) -> types.WebhookSteered:
        """Resume a paused webhook. `POST /Webhooks/{webhook}/resume`"""
        return cast("types.WebhookSteered", self._call(
            Operation("POST", "/Webhooks/{webhook}/resume", "json", True, False, False), {"webhook": webhook}, {}, body if body is not None else {}, options
        ))

    def deploy_decisions(self, body: types.DeployDecisionsRequest, *, options: Optional[CallOptions] = None) -> types.DeployDecisionsResponse:
        """Deploy decisions. `POST /Decisions/deploy`"""
        return cast("types.DeployDecisionsResponse", self._call(
            Operation("POST", "/Decisions/deploy", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def validate_decisions(self, body: types.ValidateDecisionsRequest, *, options: Optional[CallOptions] = None) -> types.ValidateDecisionsResponse:
        """Validate DMN files. `POST /Decisions/validate`"""
        return cast("types.ValidateDecisionsResponse", self._call(
            Operation("POST", "/Decisions/validate", "json", True, False, False), {}, {}, body if body is not None else {}, options
        ))

    def evaluate_decision(self, key: str, body: Optional[types.EvaluateDecisionRequest] = None, *, options: Optional[CallOptions] = None) -> types.EvaluateDecisionResponse:
        """Evaluate a decision. `POST /Decisions/{key}/evaluate`"""
        return cast("types.EvaluateDecisionResponse", self._call(
            Operation("POST", "/Decisions/{key}/evaluate", "json", True, False, False), {"key": key}, {}, body if body is not None else {}, options
        ))

    def list_decisions(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.DecisionPage:
        """List decisions. `GET /Decisions`"""
        return cast("types.DecisionPage", self._call(
            Operation("GET", "/Decisions", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_decision(self, key: str, *, options: Optional[CallOptions] = None) -> types.Decision:
        """Read the latest version of a decision. `GET /Decisions/{key}`"""
        return cast("types.Decision", self._call(
            Operation("GET", "/Decisions/{key}", "json", False, False, False), {"key": key}, {}, None, options
        ))

    def list_decision_evaluations(self, key: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> types.DecisionEvaluationPage:
        """List evaluations of a decision. `GET /Decisions/{key}/evaluations`"""
        return cast("types.DecisionEvaluationPage", self._call(
            Operation("GET", "/Decisions/{key}/evaluations", "json", False, False, False), {"key": key}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, None, options
        ))

    def read_decision_xml(self, key: str, version: Union[int, str], *, options: Optional[CallOptions] = None) -> str:
        """Read the DMN file of a version. `GET /Decisions/{key}/{version}/xml`"""
        return cast("str", self._call(
            Operation("GET", "/Decisions/{key}/{version}/xml", "text", False, False, False), {"key": key, "version": version}, {}, None, options
        ))

    def delete_decision(self, key: str, version: Union[int, str], *, options: Optional[CallOptions] = None) -> types.DeleteDecisionResponse:
        """Delete a version of a decision. `DELETE /Decisions/{key}/{version}`"""
        return cast("types.DeleteDecisionResponse", self._call(
            Operation("DELETE", "/Decisions/{key}/{version}", "json", True, False, False), {"key": key, "version": version}, {}, None, options
        ))

    def health(self, *, options: Optional[CallOptions] = None) -> str:
        """Check that the process has started. `GET /health`"""
        return cast("str", self._call(
            Operation("GET", "/health", "text", False, False, True), {}, {}, None, options
        ))

    def alive(self, *, options: Optional[CallOptions] = None) -> str:
        """Check that the process has started. `GET /alive`"""
        return cast("str", self._call(
            Operation("GET", "/alive", "text", False, False, True), {}, {}, None, options
        ))

    def ready(self, *, options: Optional[CallOptions] = None) -> str:
        """Check readiness. `GET /ready`"""
        return cast("str", self._call(
            Operation("GET", "/ready", "text", False, False, True), {}, {}, None, options
        ))

    def metrics(self, *, options: Optional[CallOptions] = None) -> str:
        """Read metrics. `GET /metrics`"""
        return cast("str", self._call(
            Operation("GET", "/metrics", "text", False, False, True), {}, {}, None, options
        ))

    def open_api(self, *, options: Optional[CallOptions] = None) -> Dict[str, Any]:
        """Read the OpenAPI document. `GET /openapi.json`"""
        return cast("Dict[str, Any]", self._call(
            Operation("GET", "/openapi.json", "json", False, False, True), {}, {}, None, options
        ))

    def docs(self, *, options: Optional[CallOptions] = None) -> str:
        """Open the API page. `GET /docs`"""
        return cast("str", self._call(
            Operation("GET", "/docs", "text", False, False, True), {}, {}, None, options
        ))


class ApiLists:
    """The lists, row by row over all their pages."""

    def __init__(self, api: ApiMethods) -> None:
        self._api = api

    def _rows(self, operation: Operation, parts: Dict[str, Any], query: Dict[str, Any], options: Optional[CallOptions]) -> Iterator[Any]:
        first = query.pop("page", None) or 1
        size = query.pop("pageSize", None) or 100
        page = first
        while True:
            answer = self._api._call(operation, parts, {**query, "page": page, "pageSize": size}, None, options)
            rows = answer.get("items", answer.get("data", []))
            yield from rows
            if len(rows) < answer["pageSize"]:
                return
            page += 1

    def list_definitions(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.DefinitionRow]:
        """List process definitions. `GET /Definitions`"""
        return self._rows(
            Operation("GET", "/Definitions", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_instances(self, key: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.InstanceRow]:
        """List instances of a process. `GET /Definitions/{key}/instances`"""
        return self._rows(
            Operation("GET", "/Definitions/{key}/instances", "json", False, True, False), {"key": key}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, options
        )

    def list_instances_of_version(self, key: str, version: Union[int, str], *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.InstanceRow]:
        """List instances of one version. `GET /Definitions/{key}/{version}/instances`"""
        return self._rows(
            Operation("GET", "/Definitions/{key}/{version}/instances", "json", False, True, False), {"key": key, "version": version}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, options
        )

    def list_start_forms(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.StartFormRow]:
        """List start forms. `GET /Definitions/start-forms`"""
        return self._rows(
            Operation("GET", "/Definitions/start-forms", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def find_instances(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, business_id: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.FoundInstance]:
        """Find instances. `GET /Instances`"""
        return self._rows(
            Operation("GET", "/Instances", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "businessId": business_id}, options
        )

    def read_history(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.HistoryItem]:
        """Read the history of an instance. `GET /Instances/{instanceId}/history`"""
        return self._rows(
            Operation("GET", "/Instances/{instanceId}/history", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def read_instance_decisions(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.InstanceDecision]:
        """Read the decisions of an instance. `GET /Instances/{instanceId}/decisions`"""
        return self._rows(
            Operation("GET", "/Instances/{instanceId}/decisions", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def read_waiting(self, instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, options: Optional[CallOptions] = None) -> Iterator[types.WaitItem]:
        """Explain why an instance waits. `GET /Instances/{instanceId}/waiting`"""
        return self._rows(
            Operation("GET", "/Instances/{instanceId}/waiting", "json", False, True, False), {"instanceId": instance_id}, {"page": page, "pageSize": page_size}, options
        )

    def list_user_tasks(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, assignee: Optional[str] = None, candidate_group: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.UserTask]:
        """List pending user tasks. `GET /UserTasks`"""
        return self._rows(
            Operation("GET", "/UserTasks", "json", False, True, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters, "assignee": assignee, "candidateGroup": candidate_group}, options
        )

    def list_task_comments(self, activity_instance_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, options: Optional[CallOptions] = None) -> Iterator[types.TaskComment]:
        """List comments on a user task. `GET /UserTasks/{activityInstanceId}/comments`"""
        return self._rows(
            Operation("GET", "/UserTasks/{activityInstanceId}/comments", "json", False, False, False), {"activityInstanceId": activity_instance_id}, {"page": page, "pageSize": page_size}, options
        )

    def list_open_custom_tasks(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.OpenCustomTask]:
        """List open tasks. `GET /OpenCustomTasks`"""
        return self._rows(
            Operation("GET", "/OpenCustomTasks", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_incidents(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Incident]:
        """List open incidents. `GET /Incidents`"""
        return self._rows(
            Operation("GET", "/Incidents", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_dead_letters(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.DeadLetterRow]:
        """List dead letters. `GET /DeadLetters`"""
        return self._rows(
            Operation("GET", "/DeadLetters", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_audit(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.AuditEntry]:
        """List audit entries. `GET /Audit`"""
        return self._rows(
            Operation("GET", "/Audit", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_batches(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Batch]:
        """List batches. `GET /Batches`"""
        return self._rows(
            Operation("GET", "/Batches", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_batch_items(self, batch_id: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.BatchItem]:
        """List the items of a batch. `GET /Batches/{batchId}/items`"""
        return self._rows(
            Operation("GET", "/Batches/{batchId}/items", "json", False, False, False), {"batchId": batch_id}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_webhook_instances(self, webhook: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.WebhookInstance]:
        """List instances with undelivered events. `GET /Webhooks/{webhook}/instances`"""
        return self._rows(
            Operation("GET", "/Webhooks/{webhook}/instances", "json", False, False, False), {"webhook": webhook}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_decisions(self, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.Decision]:
        """List decisions. `GET /Decisions`"""
        return self._rows(
            Operation("GET", "/Decisions", "json", False, False, False), {}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )

    def list_decision_evaluations(self, key: str, *, page: Optional[int] = None, page_size: Optional[int] = None, sorts: Optional[str] = None, filters: Optional[str] = None, options: Optional[CallOptions] = None) -> Iterator[types.DecisionEvaluation]:
        """List evaluations of a decision. `GET /Decisions/{key}/evaluations`"""
        return self._rows(
            Operation("GET", "/Decisions/{key}/evaluations", "json", False, False, False), {"key": key}, {"page": page, "pageSize": page_size, "sorts": sorts, "filters": filters}, options
        )
