# Made from the OpenAPI document by `npm run clients:write`. Do not edit.
"""What requests and answers hold, by the names of the document."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

AuditEntry = TypedDict(
    "AuditEntry",
    {
        "entryId": "Guid",
        # Time of the decision. If `count` is above 1: time of the last rejection.
        "at": str,
        # For example `CancelInstance`, `DeployDefinition`, `SignIn`.
        "act": str,
        "identifiedBy": Literal["token", "session", "anonymous"],
        # Subject of the token or of the sign-in. Null if unknown.
        "actor": Optional[str],
        # Digest of the session in the web UI.
        "session": Optional[str],
        "surface": Literal["api", "pages"],
        # For example `instance`, `process`, `definition`, `incident`.
        "targetKind": Optional[str],
        "targetId": Optional[str],
        "processKey": Optional[str],
        "clientAddress": Optional[str],
        "traceId": Optional[str],
        "commandId": Union["Guid", None],
        "result": Literal["accepted", "refused", "failed"],
        "status": int,
        # Reason of the rejection.
        "code": Optional[str],
        # Number of rejections that this entry counts.
        "count": int,
    },
)

AuditPage = TypedDict(
    "AuditPage",
    {
        "items": List["AuditEntry"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

Batch = TypedDict(
    "Batch",
    {
        "batchId": "Guid",
        "operation": str,
        "status": Literal["Running", "Paused", "Stopping", "Stopped", "Completed"],
        # Null if the batch was created with ids.
        "filters": Optional[str],
        "processDefinitionKeys": List[str],
        # Sum of the four counts below.
        "totalCount": int,
        "pendingCount": int,
        "succeededCount": int,
        "failedCount": int,
        "skippedCount": int,
        "itemsPerSecond": Optional[float],
        "createdBy": Optional[str],
        "createdAt": "Timestamp",
        "endedAt": Union["Timestamp", None],
    },
)

BatchItemFailureNow = TypedDict(
    "BatchItemFailureNow",
    {
        "activityId": Optional[str],
        # At most 512 characters.
        "code": str,
        # At most 1000 characters.
        "message": str,
    },
)

_BatchItemNeeded = TypedDict(
    "_BatchItemNeeded",
    {
        # Order in which Sluice runs the items.
        "position": int,
        # Id of the incident or of the instance.
        "subjectId": str,
        # Null if the id does not exist.
        "workflowInstanceId": Union["Guid", None],
        "processDefinitionKey": Optional[str],
        "status": Literal["Pending", "Succeeded", "Failed", "Skipped"],
        "code": Optional[str],
        # Why the item failed or was skipped. The text of the endpoint for one item.
        "reason": Optional[str],
        # The instance that continues, if it is a different one.
        "resultInstanceId": Union["Guid", None],
        "endedAt": Union["Timestamp", None],
        # Status of the instance now, if the item succeeded. `Failed` also if its incident is open again, or a later
        # one.
        "statusNow": Union[Literal["Running", "Completed", "Failed", "Cancelled"], None],
        # Business id of the instance.
        "businessId": Optional[str],
        # The open incident, or the failure, if `statusNow` is `Failed`.
        "failureNow": Optional["BatchItemFailureNow"],
        # True if `statusNow` is `Running` and no work of the instance is due.
        "isWaitingNow": bool,
    },
)
_BatchItemMore = TypedDict(
    "_BatchItemMore",
    {
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
    },
    total=False,
)


class BatchItem(_BatchItemNeeded, _BatchItemMore):
    """Needs position, subjectId, workflowInstanceId, processDefinitionKey, status, code, reason, resultInstanceId, endedAt, statusNow, businessId, failureNow, isWaitingNow."""


BatchItemPage = TypedDict(
    "BatchItemPage",
    {
        "items": List["BatchItem"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

BatchMadeProcessesItem = TypedDict(
    "BatchMadeProcessesItem",
    {
        "processDefinitionKey": str,
        "count": int,
    },
)

BatchMade = TypedDict(
    "BatchMade",
    {
        # Null for a dry run.
        "batchId": Union["Guid", None],
        "isDryRun": bool,
        "totalCount": int,
        # Number of items by process key, largest first. At most 100 keys.
        "processes": List["BatchMadeProcessesItem"],
        # Number of ids that do not exist. Their items fail or are skipped.
        "unknownCount": int,
    },
)

BatchPage = TypedDict(
    "BatchPage",
    {
        "items": List["Batch"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

BatchStatus = TypedDict(
    "BatchStatus",
    {
        "status": Literal["Running", "Paused", "Stopping", "Stopped", "Completed"],
    },
)

CancelInstanceRequest = TypedDict(
    "CancelInstanceRequest",
    {
        # Reason. Default: `Cancelled by operator`.
        "reason": Optional[str],
    },
    total=False,
)

CancelUserTaskRequest = TypedDict(
    "CancelUserTaskRequest",
    {
        # Reason. Default: `User task cancelled by operator`.
        "reason": Optional[str],
    },
    total=False,
)

ClaimRequest = TypedDict(
    "ClaimRequest",
    {
        # User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token
        # or be absent.
        "UserId": Optional[str],
        # Groups of the user. Ignored if authentication is on.
        "UserGroups": Optional[List[str]],
        # `true`: refuses the claim if another user has claimed the task. Default: replaces the claim.
        "OnlyIfUnclaimed": Optional[bool],
        # Replaces the claim of this user only. Refuses the claim if a third user has claimed the task.
        "TakeOverFrom": Optional[str],
    },
    total=False,
)

_CommentUserTaskRequestNeeded = TypedDict(
    "_CommentUserTaskRequestNeeded",
    {
        # Text of the comment, at most 4000 characters.
        "Text": str,
    },
)
_CommentUserTaskRequestMore = TypedDict(
    "_CommentUserTaskRequestMore",
    {
        # User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token
        # or be absent.
        "UserId": Optional[str],
    },
    total=False,
)


class CommentUserTaskRequest(_CommentUserTaskRequestNeeded, _CommentUserTaskRequestMore):
    """Needs Text."""


_CompleteActivityRequestNeeded = TypedDict(
    "_CompleteActivityRequestNeeded",
    {
        # Id of the instance.
        "WorkflowInstanceId": str,
        # Id of the activity in the model.
        "ActivityId": str,
    },
)
_CompleteActivityRequestMore = TypedDict(
    "_CompleteActivityRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class CompleteActivityRequest(_CompleteActivityRequestNeeded, _CompleteActivityRequestMore):
    """Needs WorkflowInstanceId, ActivityId."""


_CompleteCustomTaskRequestNeeded = TypedDict(
    "_CompleteCustomTaskRequestNeeded",
    {
        # Lock token that fetch-and-lock returned.
        "LockToken": str,
    },
)
_CompleteCustomTaskRequestMore = TypedDict(
    "_CompleteCustomTaskRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class CompleteCustomTaskRequest(_CompleteCustomTaskRequestNeeded, _CompleteCustomTaskRequestMore):
    """Needs LockToken."""


CompleteUserTaskRequest = TypedDict(
    "CompleteUserTaskRequest",
    {
        # User who acts. Required if authentication is off. If authentication is on, it must equal the user of the token
        # or be absent.
        "UserId": Optional[str],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)

_CreateBatchRequestNeeded = TypedDict(
    "_CreateBatchRequestNeeded",
    {
        # `retry` or `resolve` of incidents; `cancel`, `revive`, `suspend`, `resume`, `modify`, `variables`, `migrate`
        # or `delete` of instances.
        "Operation": str,
    },
)
_CreateBatchRequestMore = TypedDict(
    "_CreateBatchRequestMore",
    {
        # Ids of incidents or of instances, depending on the operation. Duplicates count once. Send either `Ids` or
        # `Filters`.
        "Ids": Optional[List[str]],
        # Selects all items that `GET /Incidents` or `GET /Instances` lists with this text as `filters`. Send either
        # `Ids` or `Filters`.
        "Filters": Optional[str],
        # If true, Sluice only counts the items and creates no batch. Default: `false`.
        "DryRun": Optional[bool],
        # Most items per second, over all workers. Default: the setting of the service.
        "ItemsPerSecond": Optional[int],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. For `retry`: set in each
        # instance before its incidents are retried.
        "Variables": Optional[Dict[str, Any]],
        # For `variables`: names to remove.
        "Delete": Optional[List[str]],
        # For `cancel`, `revive`, `suspend`, `resume`, `modify` and `variables`: as in the endpoint for one instance.
        # For `retry`: of the change of `Variables`.
        "Reason": Optional[str],
        # For `suspend`: whether to suspend called instances too. Default: `true`.
        "CalledInstances": Optional[bool],
        # For `migrate`: the target version. Required.
        "DefinitionId": Optional[str],
        # For `migrate`: as in the endpoint for one instance.
        "Plan": Optional[List["MigrationPair"]],
        # For `migrate`: `keep` or `renew`.
        "Timers": Optional[str],
        # For `migrate`: `keep` or `renew`.
        "Subscriptions": Optional[str],
        # For `modify`: 1 to 1000 instructions, as in the endpoint for one instance.
        "Instructions": Optional[List["ModifyInstruction"]],
    },
    total=False,
)


class CreateBatchRequest(_CreateBatchRequestNeeded, _CreateBatchRequestMore):
    """Needs Operation."""


_CustomTaskTypeNeeded = TypedDict(
    "_CustomTaskTypeNeeded",
    {
        "taskType": str,
        "displayName": Optional[str],
        # Plugin hosts that serve the type now, sorted by code point.
        "siloNames": List[str],
    },
)
_CustomTaskTypeMore = TypedDict(
    "_CustomTaskTypeMore",
    {
        # Parameters that the plugin declares. Null if it declares none.
        "parameterSchema": Any,
    },
    total=False,
)


class CustomTaskType(_CustomTaskTypeNeeded, _CustomTaskTypeMore):
    """Needs taskType, displayName, siloNames."""


CustomTaskTypes = List["CustomTaskType"]

DeadLetterLinks = TypedDict(
    "DeadLetterLinks",
    {
        "self": str,
        "instanceState": Optional[str],
        "instanceHistory": Optional[str],
    },
)

_DeadLetterNeeded = TypedDict(
    "_DeadLetterNeeded",
    {
        # Id of the command.
        "deadLetterId": str,
        "kind": str,
        "status": Literal["Parked", "Retrying", "CarriedOut", "Refused", "Dropped"],
        "instanceId": Union["Guid", None],
        "processKey": Optional[str],
        # Business id of the instance. Null: none, or the instance is not in the lists.
        "businessId": Optional[str],
        # First line of the error.
        "errorMessage": str,
        # How often the command failed permanently.
        "attempts": int,
        "firstParkedAt": "Timestamp",
        "parkedAt": "Timestamp",
        "retriedAt": Union["Timestamp", None],
        "retriedBy": Optional[str],
        "endedAt": Union["Timestamp", None],
        "endedBy": Optional[str],
        # Reason for the discard, or the code of the rejection.
        "reason": Optional[str],
        # True if the status is Parked and nothing prevents a retry.
        "canRetry": bool,
        "error": str,
        # Instance that sent the message, signal or call.
        "senderInstanceId": Union["Guid", None],
        # Why a retry is impossible. Null if nothing prevents it, and for handled dead letters.
        "whyNotRetried": Optional[str],
        # Consequence of a discard. Null for handled dead letters.
        "ifDropped": Optional[str],
        "links": "DeadLetterLinks",
    },
)
_DeadLetterMore = TypedDict(
    "_DeadLetterMore",
    {
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
        # Complete command with its values.
        "command": Any,
    },
    total=False,
)


class DeadLetter(_DeadLetterNeeded, _DeadLetterMore):
    """Needs deadLetterId, kind, status, instanceId, processKey, businessId, errorMessage, attempts, firstParkedAt, parkedAt, retriedAt, retriedBy, endedAt, endedBy, reason, canRetry, error, senderInstanceId, whyNotRetried, ifDropped, links."""


DeadLetterPage = TypedDict(
    "DeadLetterPage",
    {
        "items": List["DeadLetterRow"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

_DeadLetterRowNeeded = TypedDict(
    "_DeadLetterRowNeeded",
    {
        # Id of the command.
        "deadLetterId": str,
        "kind": str,
        "status": Literal["Parked", "Retrying", "CarriedOut", "Refused", "Dropped"],
        "instanceId": Union["Guid", None],
        "processKey": Optional[str],
        # Business id of the instance. Null: none, or the instance is not in the lists.
        "businessId": Optional[str],
        # First line of the error.
        "errorMessage": str,
        # How often the command failed permanently.
        "attempts": int,
        "firstParkedAt": "Timestamp",
        "parkedAt": "Timestamp",
        "retriedAt": Union["Timestamp", None],
        "retriedBy": Optional[str],
        "endedAt": Union["Timestamp", None],
        "endedBy": Optional[str],
        # Reason for the discard, or the code of the rejection.
        "reason": Optional[str],
        # True if the status is Parked and nothing prevents a retry.
        "canRetry": bool,
    },
)
_DeadLetterRowMore = TypedDict(
    "_DeadLetterRowMore",
    {
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
    },
    total=False,
)


class DeadLetterRow(_DeadLetterRowNeeded, _DeadLetterRowMore):
    """Needs deadLetterId, kind, status, instanceId, processKey, businessId, errorMessage, attempts, firstParkedAt, parkedAt, retriedAt, retriedBy, endedAt, endedBy, reason, canRetry."""


_DecidedTableInputsItemNeeded = TypedDict(
    "_DecidedTableInputsItemNeeded",
    {
        "Name": str,
    },
)
_DecidedTableInputsItemMore = TypedDict(
    "_DecidedTableInputsItemMore",
    {
        "Value": Any,
    },
    total=False,
)


class DecidedTableInputsItem(_DecidedTableInputsItemNeeded, _DecidedTableInputsItemMore):
    """Needs Name."""


_DecidedTableRulesItemNeeded = TypedDict(
    "_DecidedTableRulesItemNeeded",
    {
        # Row of the table, counted from 1.
        "Number": int,
        "Outputs": "Variables",
    },
)
_DecidedTableRulesItemMore = TypedDict(
    "_DecidedTableRulesItemMore",
    {
        # Id of the rule in the file. Absent if it has none.
        "Id": str,
    },
    total=False,
)


class DecidedTableRulesItem(_DecidedTableRulesItemNeeded, _DecidedTableRulesItemMore):
    """Needs Number, Outputs."""


_DecidedTableNeeded = TypedDict(
    "_DecidedTableNeeded",
    {
        "Inputs": List["DecidedTableInputsItem"],
        # Rules that match, in the order of the table.
        "Rules": List["DecidedTableRulesItem"],
    },
)
_DecidedTableMore = TypedDict(
    "_DecidedTableMore",
    {
        # For each rule, from the first one, its input cells: true if the cell holds, null if it could not be tested. At
        # most 10,000 cells. Absent unless requested.
        "Cells": List[List[Optional[bool]]],
    },
    total=False,
)


class DecidedTable(_DecidedTableNeeded, _DecidedTableMore):
    """Needs Inputs, Rules."""


Decision = TypedDict(
    "Decision",
    {
        "decisionKey": str,
        "version": int,
        "name": str,
        "versionTag": Union[str, None],
        "deployedAt": "Timestamp",
    },
)

_DecisionEvaluationNeeded = TypedDict(
    "_DecisionEvaluationNeeded",
    {
        "evaluationId": "Guid",
        "version": int,
        "evaluatedAt": "Timestamp",
        "outcome": Literal["made", "failed"],
        # Business id of the request. Null if it had none.
        "businessId": Union[str, None],
        # User who sent the request. Null if unknown.
        "actor": Union[str, None],
        # Why the evaluation failed. Null if it succeeded.
        "failure": Union[str, None],
        # All evaluated decisions, required decisions first. Empty if the evaluation failed.
        "decisions": List["KeptDecision"],
    },
)
_DecisionEvaluationMore = TypedDict(
    "_DecisionEvaluationMore",
    {
        # Absent if the value is too long to store.
        "variables": Dict[str, Any],
        # Number of further decisions that were not stored. Absent if none exist.
        "moreDecisions": int,
    },
    total=False,
)


class DecisionEvaluation(_DecisionEvaluationNeeded, _DecisionEvaluationMore):
    """Needs evaluationId, version, evaluatedAt, outcome, businessId, actor, failure, decisions."""


DecisionEvaluationPage = TypedDict(
    "DecisionEvaluationPage",
    {
        "items": List["DecisionEvaluation"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

DecisionPage = TypedDict(
    "DecisionPage",
    {
        "items": List["Decision"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

DefinitionPage = TypedDict(
    "DefinitionPage",
    {
        "items": List["DefinitionRow"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

DefinitionRowStartFormFieldsItemValuesItem = TypedDict(
    "DefinitionRowStartFormFieldsItemValuesItem",
    {
        "id": str,
        "label": str,
    },
)

DefinitionRowStartFormFieldsItemRules = TypedDict(
    "DefinitionRowStartFormFieldsItemRules",
    {
        "min": float,
        "max": float,
        "minLength": float,
        "maxLength": float,
        "pattern": str,
    },
    total=False,
)

_DefinitionRowStartFormFieldsItemNeeded = TypedDict(
    "_DefinitionRowStartFormFieldsItemNeeded",
    {
        "id": str,
        "type": Literal["text", "number", "boolean", "date", "enum"],
    },
)
_DefinitionRowStartFormFieldsItemMore = TypedDict(
    "_DefinitionRowStartFormFieldsItemMore",
    {
        "label": str,
        "defaultValue": Union[str, float, bool],
        "isRequired": bool,
        "isReadOnly": bool,
        "values": List["DefinitionRowStartFormFieldsItemValuesItem"],
        "control": Literal["textarea", "radio"],
        "hint": str,
        "rules": "DefinitionRowStartFormFieldsItemRules",
    },
    total=False,
)


class DefinitionRowStartFormFieldsItem(_DefinitionRowStartFormFieldsItemNeeded, _DefinitionRowStartFormFieldsItemMore):
    """Needs id, type."""


DefinitionRowStartForm = TypedDict(
    "DefinitionRowStartForm",
    {
        "key": str,
        "id": str,
        "binding": str,
        "version": str,
        "fields": List["DefinitionRowStartFormFieldsItem"],
        "notShown": List[str],
    },
    total=False,
)

_DefinitionRowNeeded = TypedDict(
    "_DefinitionRowNeeded",
    {
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "version": int,
        "deployedAt": "Timestamp",
        "activitiesCount": int,
        "sequenceFlowsCount": int,
        "isActive": bool,
    },
)
_DefinitionRowMore = TypedDict(
    "_DefinitionRowMore",
    {
        # True if the process is suspended. Otherwise absent.
        "isSuspended": bool,
        # Only in lists. Absent if the model has none.
        "startForm": "DefinitionRowStartForm",
    },
    total=False,
)


class DefinitionRow(_DefinitionRowNeeded, _DefinitionRowMore):
    """Needs processDefinitionId, processDefinitionKey, version, deployedAt, activitiesCount, sequenceFlowsCount, isActive."""


DeleteDecisionResponse = TypedDict(
    "DeleteDecisionResponse",
    {
        "DecisionKey": str,
        "Version": int,
        # The latest remaining version. Null if none exists.
        "LatestVersion": Optional[int],
    },
)

DeleteVersionResponse = TypedDict(
    "DeleteVersionResponse",
    {
        "ProcessDefinitionKey": str,
        "Version": int,
        # The latest remaining version of the process. Null if none exists.
        "LatestVersion": Optional[int],
    },
)

DeletionResponse = TypedDict(
    "DeletionResponse",
    {
        # Number of deleted instances, including called instances.
        "Deleted": int,
        # True if Sluice deletes further called instances in the background.
        "GoesOn": bool,
    },
)

DeployDecisionsRequestResourcesItem = TypedDict(
    "DeployDecisionsRequestResourcesItem",
    {
        "Name": str,
        "Content": str,
    },
)

_DeployDecisionsRequestNeeded = TypedDict(
    "_DeployDecisionsRequestNeeded",
    {
        # DMN XML text.
        "DmnXml": str,
    },
)
_DeployDecisionsRequestMore = TypedDict(
    "_DeployDecisionsRequestMore",
    {
        # Up to 50 further DMN files. Sluice deploys all files or none.
        "Resources": Optional[List["DeployDecisionsRequestResourcesItem"]],
        # If true, warnings reject the deployment. Default: `false`.
        "Strict": Optional[bool],
    },
    total=False,
)


class DeployDecisionsRequest(_DeployDecisionsRequestNeeded, _DeployDecisionsRequestMore):
    """Needs DmnXml."""


_DeployDecisionsResponseAdditionalDecisionsItemNeeded = TypedDict(
    "_DeployDecisionsResponseAdditionalDecisionsItemNeeded",
    {
        "DecisionKey": str,
        "Version": int,
    },
)
_DeployDecisionsResponseAdditionalDecisionsItemMore = TypedDict(
    "_DeployDecisionsResponseAdditionalDecisionsItemMore",
    {
        # True if the latest version is identical and Sluice deployed nothing. Otherwise absent.
        "Unchanged": bool,
        # Name of the further file that contains it.
        "Resource": str,
    },
    total=False,
)


class DeployDecisionsResponseAdditionalDecisionsItem(_DeployDecisionsResponseAdditionalDecisionsItemNeeded, _DeployDecisionsResponseAdditionalDecisionsItemMore):
    """Needs DecisionKey, Version."""


_DeployDecisionsResponseNeeded = TypedDict(
    "_DeployDecisionsResponseNeeded",
    {
        "DecisionKey": str,
        "Version": int,
    },
)
_DeployDecisionsResponseMore = TypedDict(
    "_DeployDecisionsResponseMore",
    {
        # True if the latest version is identical and Sluice deployed nothing. Otherwise absent.
        "Unchanged": bool,
        # Further decisions, in the order of the files. Absent if none exist.
        "AdditionalDecisions": List["DeployDecisionsResponseAdditionalDecisionsItem"],
        # Warnings about the files. Absent if none exist.
        "Warnings": List[str],
    },
    total=False,
)


class DeployDecisionsResponse(_DeployDecisionsResponseNeeded, _DeployDecisionsResponseMore):
    """Needs DecisionKey, Version."""


_DeployRefusalNeeded = TypedDict(
    "_DeployRefusalNeeded",
    {
        "error": str,
    },
)
_DeployRefusalMore = TypedDict(
    "_DeployRefusalMore",
    {
        # All findings that `Strict` rejects. Absent if the deployment was rejected for another reason.
        "Errors": List[str],
    },
    total=False,
)


class DeployRefusal(_DeployRefusalNeeded, _DeployRefusalMore):
    """Needs error."""


DeployRequestResourcesItem = TypedDict(
    "DeployRequestResourcesItem",
    {
        "Name": str,
        "Content": str,
    },
)

_DeployRequestNeeded = TypedDict(
    "_DeployRequestNeeded",
    {
        # BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_DeployRequestMore = TypedDict(
    "_DeployRequestMore",
    {
        # Level of validation: `off`, `executable` or `strict`. Default: `executable`.
        "Validation": Optional[str],
        # References that the model must contain: `messageRef`, `signalRef`, `operationRef`.
        "RequiredReferences": Optional[List[str]],
        # Up to 50 further BPMN files, scripts, decisions and forms. Sluice deploys all files or none.
        "Resources": Optional[List["DeployRequestResourcesItem"]],
        # If true, an unchanged process keeps its version. Default: the setting of the service.
        "KeepUnchanged": Optional[bool],
        # Effect of an error that no event catches: `fail` or `incident`. Default: the value in the model, otherwise the
        # setting of the service.
        "OnFailure": Optional[str],
        # If true, warnings reject the deployment. Default: `false`.
        "Strict": Optional[bool],
    },
    total=False,
)


class DeployRequest(_DeployRequestNeeded, _DeployRequestMore):
    """Needs BpmnXml."""


_DeployResponseAdditionalDefinitionsItemNeeded = TypedDict(
    "_DeployResponseAdditionalDefinitionsItemNeeded",
    {
        "ProcessDefinitionKey": str,
        "Version": int,
    },
)
_DeployResponseAdditionalDefinitionsItemMore = TypedDict(
    "_DeployResponseAdditionalDefinitionsItemMore",
    {
        # Name of the further file that contains it.
        "Resource": str,
    },
    total=False,
)


class DeployResponseAdditionalDefinitionsItem(_DeployResponseAdditionalDefinitionsItemNeeded, _DeployResponseAdditionalDefinitionsItemMore):
    """Needs ProcessDefinitionKey, Version."""


_DeployResponseNeeded = TypedDict(
    "_DeployResponseNeeded",
    {
        "ProcessDefinitionKey": str,
        "Version": int,
    },
)
_DeployResponseMore = TypedDict(
    "_DeployResponseMore",
    {
        # True if all versions existed already and Sluice deployed nothing. Otherwise absent.
        "Unchanged": bool,
        # Further executable processes, in the order of the files. Absent if none exist.
        "AdditionalDefinitions": List["DeployResponseAdditionalDefinitionsItem"],
        # Warnings about the model. Absent if none exist.
        "Warnings": List[str],
    },
    total=False,
)


class DeployResponse(_DeployResponseNeeded, _DeployResponseMore):
    """Needs ProcessDefinitionKey, Version."""


DropDeadLetterRequest = TypedDict(
    "DropDeadLetterRequest",
    {
        # Reason for the discard.
        "Reason": str,
    },
)

_DropDeadLettersRequestNeeded = TypedDict(
    "_DropDeadLettersRequestNeeded",
    {
        # Reason for the discard.
        "Reason": str,
    },
)
_DropDeadLettersRequestMore = TypedDict(
    "_DropDeadLettersRequestMore",
    {
        # Only dead letters with this kind of command.
        "Kind": Optional[str],
        # Only dead letters of this instance.
        "InstanceId": Optional[str],
        # Only dead letters of this process key.
        "ProcessKey": Optional[str],
        # Only dead letters that last failed before this time.
        "ParkedBefore": Optional[str],
        # Most dead letters in one request, oldest first. Default: 100.
        "Limit": Optional[int],
    },
    total=False,
)


class DropDeadLettersRequest(_DropDeadLettersRequestNeeded, _DropDeadLettersRequestMore):
    """Needs Reason."""


EditUserTaskRequest = TypedDict(
    "EditUserTaskRequest",
    {
        # User who is the assignee. Releases the claim of another user.
        "Assignee": Optional[str],
        # Replaces the candidate users. At most 1000.
        "CandidateUsers": Optional[List[str]],
        # Replaces the candidate groups. At most 1000.
        "CandidateGroups": Optional[List[str]],
        # Due date, for example `2026-12-31T12:00:00Z`.
        "DueDate": Optional[str],
        # Follow-up date, for example `2026-12-01T12:00:00Z`.
        "FollowUpDate": Optional[str],
        # Priority.
        "Priority": Optional[int],
        # Members to clear: Assignee, CandidateUsers, CandidateGroups, DueDate, FollowUpDate, Priority.
        "Clear": Optional[List[str]],
    },
    total=False,
)

EditVariablesRequest = TypedDict(
    "EditVariablesRequest",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Names to remove. Sluice ignores names that the scope does not contain.
        "Delete": Optional[List[str]],
        # Id of an active activity instance or of a variable scope. Default: the scope of the instance.
        "Scope": Optional[str],
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
    },
    total=False,
)

EntryErrorState = TypedDict(
    "EntryErrorState",
    {
        "code": str,
        "message": str,
    },
)

Entry = TypedDict(
    "Entry",
    {
        "activityInstanceId": "Guid",
        "activityId": str,
        # Name of the BPMN element with a capital first letter.
        "activityType": str,
        "isCompleted": bool,
        "isExecuting": bool,
        "isCancelled": bool,
        "variablesStateId": "Guid",
        "errorState": Optional["EntryErrorState"],
        "cancellationReason": Optional[str],
        "createdAt": "Timestamp",
        "executionStartedAt": Union["Timestamp", None],
        "completedAt": Union["Timestamp", None],
        "childWorkflowInstanceId": Union["Guid", None],
    },
)

_EraseRequestNeeded = TypedDict(
    "_EraseRequestNeeded",
    {
        # Exact business id of the instances to erase.
        "BusinessId": str,
    },
)
_EraseRequestMore = TypedDict(
    "_EraseRequestMore",
    {
        # If true, Sluice cancels and erases running instances too. Default: `false`.
        "CancelRunning": Optional[bool],
    },
    total=False,
)


class EraseRequest(_EraseRequestNeeded, _EraseRequestMore):
    """Needs BusinessId."""


_ErasureResponseNeeded = TypedDict(
    "_ErasureResponseNeeded",
    {
        # Number of deleted instances, including called instances.
        "Erased": int,
        # Ids of the instances that Sluice cancelled.
        "Cancelled": List["Guid"],
        # False if instances remain. Send the same request again to continue.
        "IsComplete": bool,
        # Archive files that still contain instances with this business id.
        "Archives": List[str],
    },
)
_ErasureResponseMore = TypedDict(
    "_ErasureResponseMore",
    {
        # Number of deleted decision evaluations. Absent if none exist.
        "Evaluations": int,
    },
    total=False,
)


class ErasureResponse(_ErasureResponseNeeded, _ErasureResponseMore):
    """Needs Erased, Cancelled, IsComplete, Archives."""


Error = TypedDict(
    "Error",
    {
        "error": str,
    },
)

_EvaluateConditionsRequestNeeded = TypedDict(
    "_EvaluateConditionsRequestNeeded",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates. At least one name.
        "Variables": Dict[str, Any],
    },
)
_EvaluateConditionsRequestMore = TypedDict(
    "_EvaluateConditionsRequestMore",
    {
        # Process key. Default: all processes.
        "WorkflowId": Optional[str],
    },
    total=False,
)


class EvaluateConditionsRequest(_EvaluateConditionsRequestNeeded, _EvaluateConditionsRequestMore):
    """Needs Variables."""


_EvaluateConditionsResponseNeeded = TypedDict(
    "_EvaluateConditionsResponseNeeded",
    {
        "StartedInstanceIds": List["Guid"],
    },
)
_EvaluateConditionsResponseMore = TypedDict(
    "_EvaluateConditionsResponseMore",
    {
        # One text per failed listener. Absent if none exist.
        "Errors": List[str],
    },
    total=False,
)


class EvaluateConditionsResponse(_EvaluateConditionsResponseNeeded, _EvaluateConditionsResponseMore):
    """Needs StartedInstanceIds."""


EvaluateDecisionRequest = TypedDict(
    "EvaluateDecisionRequest",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Version to evaluate. Default: the latest version.
        "Version": Optional[int],
        # Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters.
        "BusinessId": Optional[str],
        # If true, the tables of the response have `Cells`. Default: false.
        "Cells": Optional[bool],
    },
    total=False,
)

_EvaluateDecisionResponseDecisionsItemNeeded = TypedDict(
    "_EvaluateDecisionResponseDecisionsItemNeeded",
    {
        "DecisionKey": str,
        "Name": str,
        "Tables": List["DecidedTable"],
    },
)
_EvaluateDecisionResponseDecisionsItemMore = TypedDict(
    "_EvaluateDecisionResponseDecisionsItemMore",
    {
        "Result": Any,
    },
    total=False,
)


class EvaluateDecisionResponseDecisionsItem(_EvaluateDecisionResponseDecisionsItemNeeded, _EvaluateDecisionResponseDecisionsItemMore):
    """Needs DecisionKey, Name, Tables."""


_EvaluateDecisionResponseNeeded = TypedDict(
    "_EvaluateDecisionResponseNeeded",
    {
        "DecisionKey": str,
        "Version": int,
        # All evaluated decisions, required decisions first. The last one is the requested decision.
        "Decisions": List["EvaluateDecisionResponseDecisionsItem"],
    },
)
_EvaluateDecisionResponseMore = TypedDict(
    "_EvaluateDecisionResponseMore",
    {
        # Result of the decision.
        "Result": Any,
    },
    total=False,
)


class EvaluateDecisionResponse(_EvaluateDecisionResponseNeeded, _EvaluateDecisionResponseMore):
    """Needs DecisionKey, Version, Decisions."""


_ExtendLockRequestNeeded = TypedDict(
    "_ExtendLockRequestNeeded",
    {
        # Lock token that fetch-and-lock returned.
        "LockToken": str,
    },
)
_ExtendLockRequestMore = TypedDict(
    "_ExtendLockRequestMore",
    {
        # Duration of the lock from now. Default: 60.
        "LockSeconds": Optional[int],
    },
    total=False,
)


class ExtendLockRequest(_ExtendLockRequestNeeded, _ExtendLockRequestMore):
    """Needs LockToken."""


ExtendLockResponse = TypedDict(
    "ExtendLockResponse",
    {
        "lockedUntil": "Timestamp",
    },
)

_FailCustomTaskRequestNeeded = TypedDict(
    "_FailCustomTaskRequestNeeded",
    {
        # Lock token that fetch-and-lock returned.
        "LockToken": str,
        # Error message. Sluice cuts it after 2000 characters.
        "ErrorMessage": str,
    },
)
_FailCustomTaskRequestMore = TypedDict(
    "_FailCustomTaskRequestMore",
    {
        # Error code, at most 256 characters. Default: `500`.
        "ErrorCode": Optional[str],
        # If false, Sluice makes no further attempt. Default: `true`.
        "IsRetryable": Optional[bool],
        # Number of attempts that are left, instead of the value in the model. If 0, Sluice makes no further attempt.
        "RetriesLeft": Optional[int],
        # Time to wait before the next attempt. Default: the value in the model.
        "RetryAfterSeconds": Optional[int],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class FailCustomTaskRequest(_FailCustomTaskRequestNeeded, _FailCustomTaskRequestMore):
    """Needs LockToken, ErrorMessage."""


FailCustomTaskResponse = TypedDict(
    "FailCustomTaskResponse",
    {
        # Start of the next attempt. Null if the activity has failed.
        "retryAt": Union["Timestamp", None],
    },
)

_FailUserTaskRequestNeeded = TypedDict(
    "_FailUserTaskRequestNeeded",
    {
        # Error message.
        "errorMessage": str,
    },
)
_FailUserTaskRequestMore = TypedDict(
    "_FailUserTaskRequestMore",
    {
        # Error code. Default: `500`.
        "errorCode": Optional[str],
    },
    total=False,
)


class FailUserTaskRequest(_FailUserTaskRequestNeeded, _FailUserTaskRequestMore):
    """Needs errorMessage."""


_FetchAndLockRequestNeeded = TypedDict(
    "_FetchAndLockRequestNeeded",
    {
        # Name of the worker, at most 256 characters.
        "WorkerId": str,
    },
)
_FetchAndLockRequestMore = TypedDict(
    "_FetchAndLockRequestMore",
    {
        # Most tasks in one response. Default: 1.
        "MaxTasks": Optional[int],
        # Duration of the lock from now. Default: 60.
        "LockSeconds": Optional[int],
        # Time to wait if no task is available. Default: 0.
        "WaitSeconds": Optional[int],
    },
    total=False,
)


class FetchAndLockRequest(_FetchAndLockRequestNeeded, _FetchAndLockRequestMore):
    """Needs WorkerId."""


FetchAndLockResponse = TypedDict(
    "FetchAndLockResponse",
    {
        "tasks": List["LockedCustomTask"],
    },
)

ForkRequest = TypedDict(
    "ForkRequest",
    {
        # Step to continue from: the number of a row in the event history. Default: 0, the start of the instance.
        "Step": Optional[int],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Id of another version of the same process. Default: the version of the instance.
        "DefinitionId": Optional[str],
        # If true, Sluice creates no instance and returns the activities that would run again. Default: `false`.
        "DryRun": Optional[bool],
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
    },
    total=False,
)

_ForkResponseRepeatsItemNeeded = TypedDict(
    "_ForkResponseRepeatsItemNeeded",
    {
        "ActivityId": Union[str, None],
        "RetryDoes": str,
    },
)
_ForkResponseRepeatsItemMore = TypedDict(
    "_ForkResponseRepeatsItemMore",
    {
        "WorkflowInstanceId": "Guid",
    },
    total=False,
)


class ForkResponseRepeatsItem(_ForkResponseRepeatsItemNeeded, _ForkResponseRepeatsItemMore):
    """Needs ActivityId, RetryDoes."""


_ForkResponseNeeded = TypedDict(
    "_ForkResponseNeeded",
    {
        # Id of the new instance. For a dry run: id of the requested instance.
        "WorkflowInstanceId": str,
        "Step": int,
    },
)
_ForkResponseMore = TypedDict(
    "_ForkResponseMore",
    {
        # True for a dry run. Otherwise absent.
        "IsDryRun": bool,
        # Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident.
        # `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself.
        "Repeats": List["ForkResponseRepeatsItem"],
    },
    total=False,
)


class ForkResponse(_ForkResponseNeeded, _ForkResponseMore):
    """Needs WorkflowInstanceId, Step."""


FoundInstanceFailure = TypedDict(
    "FoundInstanceFailure",
    {
        "activityId": Optional[str],
        # At most 512 characters.
        "code": str,
        # At most 1000 characters.
        "message": str,
    },
)

FoundInstanceIncident = TypedDict(
    "FoundInstanceIncident",
    {
        "activityId": str,
        # At most 512 characters.
        "code": str,
        # At most 1000 characters.
        "message": str,
        # Number of open incidents of the instance.
        "openIncidents": int,
    },
)

FoundInstanceCalledIncident = TypedDict(
    "FoundInstanceCalledIncident",
    {
        "incidentId": "Guid",
        # Instance with the incident.
        "workflowInstanceId": str,
        "processDefinitionKey": str,
        "processName": Optional[str],
        # Failed element, or the process key if the process itself failed.
        "activityId": str,
        # At most 512 characters.
        "errorCode": str,
        # At most 1000 characters.
        "errorMessage": str,
        # Number of open incidents in called instances.
        "openIncidents": int,
    },
)

_FoundInstanceNeeded = TypedDict(
    "_FoundInstanceNeeded",
    {
        "instanceId": "Guid",
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "version": int,
        "status": Literal["Running", "Completed", "Cancelled", "Failed", "Pending"],
        "businessId": Optional[str],
        # Calling instance.
        "parentInstanceId": Union["Guid", None],
        # Ids of elements with an active activity instance, without duplicates, sorted by code point.
        "activeActivityIds": List[str],
        "failure": Optional["FoundInstanceFailure"],
        "createdAt": "Timestamp",
        "completedAt": Union["Timestamp", None],
    },
)
_FoundInstanceMore = TypedDict(
    "_FoundInstanceMore",
    {
        # Latest open incident. Absent: none.
        "incident": "FoundInstanceIncident",
        # Latest open incident in an instance that this one calls, at any depth. Absent: none.
        "calledIncident": "FoundInstanceCalledIncident",
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
        # True if the instance is suspended. Otherwise absent.
        "isSuspended": bool,
        # Reasons for the suspension.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
    },
    total=False,
)


class FoundInstance(_FoundInstanceNeeded, _FoundInstanceMore):
    """Needs instanceId, processDefinitionId, processDefinitionKey, version, status, businessId, parentInstanceId, activeActivityIds, failure, createdAt, completedAt."""


FoundPage = TypedDict(
    "FoundPage",
    {
        "items": List["FoundInstance"],
        "totalCount": int,
        # False if more than `totalCount` instances match.
        "isTotalCountExact": bool,
        "page": int,
        "pageSize": int,
    },
)

Guid = str

HandledDeadLettersConsequencesItem = TypedDict(
    "HandledDeadLettersConsequencesItem",
    {
        "deadLetterId": "Guid",
        "consequence": str,
    },
)

HandledDeadLetters = TypedDict(
    "HandledDeadLetters",
    {
        "deadLetterIds": List["Guid"],
        # Number of further matches beyond the limit.
        "remainingCount": int,
        # Number of matches that cannot be retried.
        "refusedCount": int,
        # Consequences of the discard.
        "consequences": List["HandledDeadLettersConsequencesItem"],
    },
)

_HistoryItemNeeded = TypedDict(
    "_HistoryItemNeeded",
    {
        "sequence": int,
        "type": str,
        "occurredAt": "Timestamp",
        "activityId": Optional[str],
        "activityInstanceId": Union["Guid", None],
        "data": Dict[str, Any],
    },
)
_HistoryItemMore = TypedDict(
    "_HistoryItemMore",
    {
        "actor": str,
    },
    total=False,
)


class HistoryItem(_HistoryItemNeeded, _HistoryItemMore):
    """Needs sequence, type, occurredAt, activityId, activityInstanceId, data."""


HistoryPage = TypedDict(
    "HistoryPage",
    {
        "items": List["HistoryItem"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

_IgnoreFailuresRequestNeeded = TypedDict(
    "_IgnoreFailuresRequestNeeded",
    {
        # Process key of the failures.
        "ProcessDefinitionKey": str,
        # Reason, at most 500 characters.
        "Reason": str,
    },
)
_IgnoreFailuresRequestMore = TypedDict(
    "_IgnoreFailuresRequestMore",
    {
        # Element of the failures. Absent: failures without an element.
        "ActivityId": Optional[str],
        # Error code of the failures. Absent: failures without a code.
        "ErrorCode": Optional[str],
        # Message of the failures, at most 1000 characters. Absent: any message.
        "ErrorMessage": Optional[str],
        # Only without ErrorMessage: messages that do not belong to the group, at most 100.
        "ExceptErrorMessages": Optional[List[str]],
        # Time until which the group is ignored, for example `2026-12-31T12:00:00Z`. Absent: no end.
        "Until": Optional[str],
    },
    total=False,
)


class IgnoreFailuresRequest(_IgnoreFailuresRequestNeeded, _IgnoreFailuresRequestMore):
    """Needs ProcessDefinitionKey, Reason."""


IgnoredFailure = TypedDict(
    "IgnoredFailure",
    {
        "processDefinitionKey": str,
        "activityId": Optional[str],
        "errorCode": Optional[str],
        # Null: any message.
        "errorMessage": Optional[str],
        # Messages that do not belong to the group.
        "exceptErrorMessages": List[str],
        "reason": str,
        "until": Union["Timestamp", None],
        # Null if the user is unknown.
        "ignoredBy": Optional[str],
        "ignoredAt": "Timestamp",
        # Number of open incidents of the group.
        "incidentCount": int,
        # Number of instances of the group that failed in the last 24 hours.
        "failedInstanceCount": int,
        "lastFailedAt": Union["Timestamp", None],
    },
)

IgnoredFailureList = TypedDict(
    "IgnoredFailureList",
    {
        "items": List["IgnoredFailure"],
    },
)

_IncidentNeeded = TypedDict(
    "_IncidentNeeded",
    {
        "incidentId": "Guid",
        "workflowInstanceId": "Guid",
        # Null if the process itself failed.
        "activityInstanceId": Union["Guid", None],
        # Id of the failed element, or the key of the process.
        "activityId": str,
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "businessId": Optional[str],
        "errorCode": str,
        "errorMessage": str,
        # Type of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`.
        "cause": str,
        # The part that a retry repeats, for example `job`, `enter`, `leave`.
        "retryDoes": str,
        # Number of failures at this element.
        "count": int,
        "firstFailedAt": "Timestamp",
        "lastFailedAt": "Timestamp",
    },
)
_IncidentMore = TypedDict(
    "_IncidentMore",
    {
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
    },
    total=False,
)


class Incident(_IncidentNeeded, _IncidentMore):
    """Needs incidentId, workflowInstanceId, activityInstanceId, activityId, processDefinitionId, processDefinitionKey, businessId, errorCode, errorMessage, cause, retryDoes, count, firstFailedAt, lastFailedAt."""


IncidentPage = TypedDict(
    "IncidentPage",
    {
        "items": List["Incident"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

_InstanceDecisionNeeded = TypedDict(
    "_InstanceDecisionNeeded",
    {
        "sequence": int,
        "occurredAt": "Timestamp",
        "activityId": Optional[str],
        "activityInstanceId": "Guid",
        # Decisions that the activity requested.
        "decisionKeys": List[str],
        # Version of the decisions. Null if they were deployed with the process.
        "version": Union[int, None],
        # All evaluated decisions, required decisions first.
        "decisions": List["KeptDecision"],
    },
)
_InstanceDecisionMore = TypedDict(
    "_InstanceDecisionMore",
    {
        # Number of further decisions that were not stored. Absent if none exist.
        "moreDecisions": int,
    },
    total=False,
)


class InstanceDecision(_InstanceDecisionNeeded, _InstanceDecisionMore):
    """Needs sequence, occurredAt, activityId, activityInstanceId, decisionKeys, version, decisions."""


InstanceDecisionPage = TypedDict(
    "InstanceDecisionPage",
    {
        "items": List["InstanceDecision"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

InstancePage = TypedDict(
    "InstancePage",
    {
        "items": List["InstanceRow"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

_InstanceRowNeeded = TypedDict(
    "_InstanceRowNeeded",
    {
        "instanceId": "Guid",
        "processDefinitionId": str,
        "isStarted": bool,
        # True if the instance has ended.
        "isCompleted": bool,
        "isCancelled": bool,
        "isFailed": bool,
        "businessId": Optional[str],
        "createdAt": "Timestamp",
        "executionStartedAt": Union["Timestamp", None],
        "completedAt": Union["Timestamp", None],
    },
)
_InstanceRowMore = TypedDict(
    "_InstanceRowMore",
    {
        # True if the instance is suspended. Otherwise absent.
        "isSuspended": bool,
    },
    total=False,
)


class InstanceRow(_InstanceRowNeeded, _InstanceRowMore):
    """Needs instanceId, processDefinitionId, isStarted, isCompleted, isCancelled, isFailed, businessId, createdAt, executionStartedAt, completedAt."""


_InstanceStateVariableStatesItemNeeded = TypedDict(
    "_InstanceStateVariableStatesItemNeeded",
    {
        "variablesId": "Guid",
        "variables": "Variables",
    },
)
_InstanceStateVariableStatesItemMore = TypedDict(
    "_InstanceStateVariableStatesItemMore",
    {
        # Scope around this one. Absent for the root scope.
        "parentVariablesId": str,
    },
    total=False,
)


class InstanceStateVariableStatesItem(_InstanceStateVariableStatesItemNeeded, _InstanceStateVariableStatesItemMore):
    """Needs variablesId, variables."""


InstanceStateConditionSequencesItem = TypedDict(
    "InstanceStateConditionSequencesItem",
    {
        "sequenceFlowId": str,
        "condition": str,
        "sourceActivityId": str,
        "targetActivityId": str,
        "result": bool,
    },
)

InstanceStatePagingTotalCounts = TypedDict(
    "InstanceStatePagingTotalCounts",
    {
        "activeActivities": int,
        "completedActivities": int,
        "variableStates": int,
        "conditionSequences": int,
    },
)

InstanceStatePaging = TypedDict(
    "InstanceStatePaging",
    {
        "page": int,
        "pageSize": int,
        "totalCounts": "InstanceStatePagingTotalCounts",
    },
)

_InstanceStateNeeded = TypedDict(
    "_InstanceStateNeeded",
    {
        "activeActivityIds": List[str],
        "completedActivityIds": List[str],
        "isStarted": bool,
        # True if the instance has ended.
        "isCompleted": bool,
        "isCancelled": bool,
        "isFailed": bool,
        "businessId": Optional[str],
        "processDefinitionId": str,
        "createdAt": "Timestamp",
        "executionStartedAt": Union["Timestamp", None],
        "completedAt": Union["Timestamp", None],
        "activeActivities": List["Entry"],
        "completedActivities": List["Entry"],
        "variableStates": List["InstanceStateVariableStatesItem"],
        "conditionSequences": List["InstanceStateConditionSequencesItem"],
    },
)
_InstanceStateMore = TypedDict(
    "_InstanceStateMore",
    {
        # True if the instance is suspended. Otherwise absent.
        "isSuspended": bool,
        # Reasons for the suspension.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
        # Present if the request sets `page` or `pageSize`.
        "paging": "InstanceStatePaging",
    },
    total=False,
)


class InstanceState(_InstanceStateNeeded, _InstanceStateMore):
    """Needs activeActivityIds, completedActivityIds, isStarted, isCompleted, isCancelled, isFailed, businessId, processDefinitionId, createdAt, executionStartedAt, completedAt, activeActivities, completedActivities, variableStates, conditionSequences."""


InstanceWaitingFailure = TypedDict(
    "InstanceWaitingFailure",
    {
        "activityId": Optional[str],
        "code": str,
        "message": str,
    },
)

InstanceWaiting = TypedDict(
    "InstanceWaiting",
    {
        "instanceId": "Guid",
        "processDefinitionId": str,
        "processDefinitionKey": str,
        # Name of the process in the model.
        "processName": Optional[str],
        "version": int,
        "businessId": Optional[str],
        "status": Literal["Running", "Completed", "Cancelled", "Failed"],
        "startedAt": "Timestamp",
        "endedAt": Union["Timestamp", None],
        "failure": Optional["InstanceWaitingFailure"],
        "cancellationReason": Optional[str],
        "items": List["WaitItem"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

_IterationItemNeeded = TypedDict(
    "_IterationItemNeeded",
    {
        # Number of the iteration, from 1.
        "number": int,
    },
)
_IterationItemMore = TypedDict(
    "_IterationItemMore",
    {
        # Number of all iterations. Absent for a standard loop.
        "total": int,
        # Short text of the item, for display. Absent if it has none, and in lists of tasks for callers who may not see
        # the instance.
        "text": str,
    },
    total=False,
)


class IterationItem(_IterationItemNeeded, _IterationItemMore):
    """Iteration that is or contains the activity instance. Absent outside of loops."""


_KeptDecisionNeeded = TypedDict(
    "_KeptDecisionNeeded",
    {
        "decisionKey": str,
        "name": str,
        "tables": List["KeptTable"],
    },
)
_KeptDecisionMore = TypedDict(
    "_KeptDecisionMore",
    {
        # Absent if the value is too long to store.
        "result": Any,
        # Number of further tables that were not stored. Absent if none exist.
        "moreTables": int,
    },
    total=False,
)


class KeptDecision(_KeptDecisionNeeded, _KeptDecisionMore):
    """Needs decisionKey, name, tables."""


_KeptTableInputsItemNeeded = TypedDict(
    "_KeptTableInputsItemNeeded",
    {
        "name": str,
    },
)
_KeptTableInputsItemMore = TypedDict(
    "_KeptTableInputsItemMore",
    {
        # Absent if the value is too long to store.
        "value": Any,
    },
    total=False,
)


class KeptTableInputsItem(_KeptTableInputsItemNeeded, _KeptTableInputsItemMore):
    """Needs name."""


_KeptTableRulesItemNeeded = TypedDict(
    "_KeptTableRulesItemNeeded",
    {
        # Row of the table, counted from 1.
        "number": int,
    },
)
_KeptTableRulesItemMore = TypedDict(
    "_KeptTableRulesItemMore",
    {
        # Id of the rule in the file. Absent if it has none.
        "id": str,
        # Absent if the value is too long to store.
        "outputs": Dict[str, Any],
    },
    total=False,
)


class KeptTableRulesItem(_KeptTableRulesItemNeeded, _KeptTableRulesItemMore):
    """Needs number."""


_KeptTableNeeded = TypedDict(
    "_KeptTableNeeded",
    {
        "inputs": List["KeptTableInputsItem"],
        # Rules that matched, in the order of the table.
        "rules": List["KeptTableRulesItem"],
    },
)
_KeptTableMore = TypedDict(
    "_KeptTableMore",
    {
        # Number of further rules that matched that were not stored. Absent if none exist.
        "moreRules": int,
    },
    total=False,
)


class KeptTable(_KeptTableNeeded, _KeptTableMore):
    """Needs inputs, rules."""


KeySuspensionResponse = TypedDict(
    "KeySuspensionResponse",
    {
        "processDefinitionKey": str,
        "isSuspended": bool,
        # Number of running instances of all versions.
        "instances": int,
    },
)

_LockedCustomTaskNeeded = TypedDict(
    "_LockedCustomTaskNeeded",
    {
        "activityInstanceId": "Guid",
        "workflowInstanceId": "Guid",
        "workflowId": str,
        "processDefinitionId": str,
        "activityId": str,
        "taskType": str,
        "businessId": Optional[str],
        "input": "Variables",
        # Constant texts for the worker from the model.
        "headers": Dict[str, Any],
        "attempt": int,
        # Same value for each attempt of one activity.
        "idempotencyKey": str,
        # Secret that proves you hold the lock. Do not share it.
        "lockToken": str,
        "lockedUntil": "Timestamp",
    },
)
_LockedCustomTaskMore = TypedDict(
    "_LockedCustomTaskMore",
    {
        # Remaining attempts, including this one. Absent in replies stored before version 0.3.
        "retries": int,
        # Message of the latest failed attempt. Absent at the first attempt.
        "errorMessage": str,
    },
    total=False,
)


class LockedCustomTask(_LockedCustomTaskNeeded, _LockedCustomTaskMore):
    """Needs activityInstanceId, workflowInstanceId, workflowId, processDefinitionId, activityId, taskType, businessId, input, headers, attempt, idempotencyKey, lockToken, lockedUntil."""


_MessageRequestNeeded = TypedDict(
    "_MessageRequestNeeded",
    {
        # Name of the message in the model.
        "MessageName": str,
    },
)
_MessageRequestMore = TypedDict(
    "_MessageRequestMore",
    {
        # Correlation key. Default: no key.
        "CorrelationKey": Optional[str],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters.
        "BusinessId": Optional[str],
        # If no instance waits and none is started, Sluice keeps the message for this time for the first receiver.
        # Default: it is refused with 404.
        "TimeToLiveSeconds": Optional[int],
        # Requires `TimeToLiveSeconds`. Within that time another message of this name, key and id is refused with 409.
        "MessageId": Optional[str],
    },
    total=False,
)


class MessageRequest(_MessageRequestNeeded, _MessageRequestMore):
    """Needs MessageName."""


MessageResponse = TypedDict(
    "MessageResponse",
    {
        "Delivered": bool,
        "WorkflowInstanceIds": List["Guid"],
    },
)

_MigrateInstanceRequestNeeded = TypedDict(
    "_MigrateInstanceRequestNeeded",
    {
        # Id of the target version. It must be a version of the same process.
        "DefinitionId": str,
    },
)
_MigrateInstanceRequestMore = TypedDict(
    "_MigrateInstanceRequestMore",
    {
        # Mappings of elements whose id changes, at most 10000. Sluice maps all other elements by id, type and parent.
        "Plan": Optional[List["MigrationPair"]],
        # `keep`: due dates stay. `renew`: Sluice evaluates them again. Default: `keep`.
        "Timers": Optional[str],
        # `keep`: names and correlation keys of messages and signals stay. `renew`: Sluice takes them from the target
        # version. Default: `keep`.
        "Subscriptions": Optional[str],
        # If true, Sluice returns the effect and changes nothing. Default: `false`.
        "DryRun": Optional[bool],
    },
    total=False,
)


class MigrateInstanceRequest(_MigrateInstanceRequestNeeded, _MigrateInstanceRequestMore):
    """Needs DefinitionId."""


MigrationPair = TypedDict(
    "MigrationPair",
    {
        "from": str,
        "to": str,
    },
)

MigrationReportRefusalsItem = TypedDict(
    "MigrationReportRefusalsItem",
    {
        # The active activity instance. Null if none exists.
        "activityInstanceId": Union["Guid", None],
        "activityId": str,
        "reason": str,
    },
)

MigrationReportPlanItem = TypedDict(
    "MigrationReportPlanItem",
    {
        # Id in the current version.
        "from": str,
        # Id in the target version. Null if it has no counterpart.
        "to": Union[str, None],
        # True if the request defines this mapping. False if Sluice found it.
        "isGiven": bool,
    },
)

MigrationReportActivitiesItem = TypedDict(
    "MigrationReportActivitiesItem",
    {
        "activityInstanceId": "Guid",
        # Id in the current version.
        "from": str,
        # Id in the target version. Null if it has no counterpart.
        "to": Union[str, None],
        # True if the target version describes this open task differently.
        "isDescribedAnew": bool,
    },
)

MigrationReportEventsItem = TypedDict(
    "MigrationReportEventsItem",
    {
        # The active activity instance. Null if none exists.
        "activityInstanceId": Union["Guid", None],
        # Null if no subscription existed before.
        "from": Union[str, None],
        # Id in the target version. Null if it has no counterpart.
        "to": Union[str, None],
        "kind": Literal["message", "signal", "timer", "conditional"],
        "becomes": Literal["kept", "renewed", "armed", "disarmed"],
        # Name of the message or signal.
        "name": Union[str, None],
        "correlationKey": Union[str, None],
        "dueAt": Union["Timestamp", None],
    },
)

MigrationReportJoinsItem = TypedDict(
    "MigrationReportJoinsItem",
    {
        "activityInstanceId": "Guid",
        "activityId": str,
        # Incoming sequence flows of the target version without a token.
        "missingSequenceFlowIds": List[str],
        # True if Sluice checks the join again, so that it can fire.
        "goesOn": bool,
    },
)

MigrationReport = TypedDict(
    "MigrationReport",
    {
        # True if there are no migration conflicts.
        "isPossible": bool,
        "refusals": List["MigrationReportRefusalsItem"],
        "plan": List["MigrationReportPlanItem"],
        "activities": List["MigrationReportActivitiesItem"],
        "events": List["MigrationReportEventsItem"],
        "joins": List["MigrationReportJoinsItem"],
        # True if a list was cut to its first 1000 items.
        "isCut": bool,
    },
)

MigrationResponse = TypedDict(
    "MigrationResponse",
    {
        "isDryRun": bool,
        "fromProcessDefinitionId": str,
        "fromVersion": int,
        "processDefinitionId": str,
        "version": int,
        # Result of a dry run. Otherwise null.
        "report": Union["MigrationReport", None],
    },
)

ModificationResponseStartedItem = TypedDict(
    "ModificationResponseStartedItem",
    {
        "activityId": str,
        "position": Literal["before", "after"],
        # Active sub-process instance in which it starts. Null for the instance itself.
        "scope": Union["Guid", None],
        # Sub-processes that Sluice starts around it, outermost first.
        "openedActivityIds": List[str],
    },
)

ModificationResponseAfterErrorState = TypedDict(
    "ModificationResponseAfterErrorState",
    {
        "code": str,
        "message": str,
    },
)

ModificationResponseAfter = TypedDict(
    "ModificationResponseAfter",
    {
        "isCompleted": bool,
        "isCancelled": bool,
        "isFailed": bool,
        # At most 100.
        "activeActivityIds": List[str],
        "errorState": Union["ModificationResponseAfterErrorState", None],
        # True if the run takes too long and the result is incomplete.
        "isCut": bool,
    },
)

ModificationResponse = TypedDict(
    "ModificationResponse",
    {
        "isDryRun": bool,
        # Number of cancelled activity instances, including those inside them.
        "cancelledCount": int,
        "started": List["ModificationResponseStartedItem"],
        # State after the change, for a dry run. Otherwise null.
        "after": Union["ModificationResponseAfter", None],
    },
)

_ModifyInstanceRequestNeeded = TypedDict(
    "_ModifyInstanceRequestNeeded",
    {
        # 1 to 1000 instructions. Sluice applies all or none.
        "instructions": List["ModifyInstruction"],
    },
)
_ModifyInstanceRequestMore = TypedDict(
    "_ModifyInstanceRequestMore",
    {
        # `cancellationReason` of the cancelled activity instances. Default: `Cancelled by modification`.
        "reason": Optional[str],
        # If true, Sluice returns the effect and changes nothing. Default: `false`.
        "dryRun": Optional[bool],
    },
    total=False,
)


class ModifyInstanceRequest(_ModifyInstanceRequestNeeded, _ModifyInstanceRequestMore):
    """Needs instructions."""


ModifyInstructionCancel = TypedDict(
    "ModifyInstructionCancel",
    {
        # Id of an active activity instance.
        "entry": Optional[str],
        # Id of an element. Cancels all its active activity instances.
        "element": Optional[str],
    },
    total=False,
)

_ModifyInstructionStartBeforeNeeded = TypedDict(
    "_ModifyInstructionStartBeforeNeeded",
    {
        # Id of the element in the model.
        "element": str,
    },
)
_ModifyInstructionStartBeforeMore = TypedDict(
    "_ModifyInstructionStartBeforeMore",
    {
        # Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process,
        # otherwise the nearest enclosing one.
        "scope": Optional[str],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class ModifyInstructionStartBefore(_ModifyInstructionStartBeforeNeeded, _ModifyInstructionStartBeforeMore):
    """Needs element."""


_ModifyInstructionStartAfterNeeded = TypedDict(
    "_ModifyInstructionStartAfterNeeded",
    {
        # Id of the element in the model.
        "element": str,
    },
)
_ModifyInstructionStartAfterMore = TypedDict(
    "_ModifyInstructionStartAfterMore",
    {
        # Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process,
        # otherwise the nearest enclosing one.
        "scope": Optional[str],
    },
    total=False,
)


class ModifyInstructionStartAfter(_ModifyInstructionStartAfterNeeded, _ModifyInstructionStartAfterMore):
    """Needs element."""


ModifyInstruction = TypedDict(
    "ModifyInstruction",
    {
        "cancel": "ModifyInstructionCancel",
        "startBefore": "ModifyInstructionStartBefore",
        "startAfter": "ModifyInstructionStartAfter",
    },
    total=False,
)

_OpenCustomTaskNeeded = TypedDict(
    "_OpenCustomTaskNeeded",
    {
        "activityInstanceId": "Guid",
        "workflowInstanceId": "Guid",
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "activityId": str,
        "taskType": str,
        "businessId": Optional[str],
        # Number of attempts that have begun.
        "attempt": int,
        # Number of failed attempts.
        "failures": int,
        # Remaining attempts. Null if the configuration of the service decides.
        "retries": Union[int, None],
        # Message of the latest failed attempt. Null if none failed.
        "errorMessage": Union[str, None],
        # Worker that holds the lock. Null if the task waits.
        "lockedBy": Union[str, None],
        # End of the lock, or earliest time of the next attempt.
        "availableAt": str,
        "isSuspended": bool,
        "createdAt": "Timestamp",
    },
)
_OpenCustomTaskMore = TypedDict(
    "_OpenCustomTaskMore",
    {
        # Topmost calling instance. Absent: no instance called this one.
        "rootInstanceId": str,
        # Process of the topmost calling instance. Null: not visible to you, or not in the lists yet.
        "rootProcessDefinitionKey": Optional[str],
        # Business id of the topmost calling instance.
        "rootBusinessId": Optional[str],
    },
    total=False,
)


class OpenCustomTask(_OpenCustomTaskNeeded, _OpenCustomTaskMore):
    """Needs activityInstanceId, workflowInstanceId, processDefinitionId, processDefinitionKey, activityId, taskType, businessId, attempt, failures, retries, errorMessage, lockedBy, availableAt, isSuspended, createdAt."""


OpenCustomTaskPage = TypedDict(
    "OpenCustomTaskPage",
    {
        "items": List["OpenCustomTask"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

PauseWebhookRequest = TypedDict(
    "PauseWebhookRequest",
    {
    },
)

Problem = TypedDict(
    "Problem",
    {
        "type": str,
        "title": str,
        "status": int,
        "detail": str,
        "instance": str,
        "code": str,
    },
)

ResolveIncidentRequest = TypedDict(
    "ResolveIncidentRequest",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)

ResumeInstanceRequest = TypedDict(
    "ResumeInstanceRequest",
    {
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
    },
    total=False,
)

RetryDeadLetterRequest = TypedDict(
    "RetryDeadLetterRequest",
    {
    },
)

RetryDeadLettersRequest = TypedDict(
    "RetryDeadLettersRequest",
    {
        # Only dead letters with this kind of command.
        "Kind": Optional[str],
        # Only dead letters of this instance.
        "InstanceId": Optional[str],
        # Only dead letters of this process key.
        "ProcessKey": Optional[str],
        # Only dead letters that last failed before this time.
        "ParkedBefore": Optional[str],
        # Most dead letters in one request, oldest first. Default: 100.
        "Limit": Optional[int],
    },
    total=False,
)

RetryIncidentRequest = TypedDict(
    "RetryIncidentRequest",
    {
    },
)

ReviveRequest = TypedDict(
    "ReviveRequest",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # If true, Sluice returns the effect and changes nothing. Default: `false`.
        "DryRun": Optional[bool],
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
    },
    total=False,
)

_ReviveResponseRepeatsItemNeeded = TypedDict(
    "_ReviveResponseRepeatsItemNeeded",
    {
        "ActivityId": Union[str, None],
        "RetryDoes": str,
    },
)
_ReviveResponseRepeatsItemMore = TypedDict(
    "_ReviveResponseRepeatsItemMore",
    {
        "WorkflowInstanceId": "Guid",
    },
    total=False,
)


class ReviveResponseRepeatsItem(_ReviveResponseRepeatsItemNeeded, _ReviveResponseRepeatsItemMore):
    """Needs ActivityId, RetryDoes."""


ReviveResponseSinceThenItem = TypedDict(
    "ReviveResponseSinceThenItem",
    {
        "Kind": str,
        "ActivityId": Union[str, None],
    },
)

ReviveResponse = TypedDict(
    "ReviveResponse",
    {
        # The instance that continues: the same one or its fork.
        "WorkflowInstanceId": str,
        # Step from which the instance continues.
        "Step": int,
        # True if a new instance continues.
        "IsFork": bool,
        "IsDryRun": bool,
        # Activities that run again. `ActivityId`: null for the process itself. `RetryDoes`: as in an incident.
        # `WorkflowInstanceId`: the called instance in which it runs, absent for the instance itself.
        "Repeats": List["ReviveResponseRepeatsItem"],
        # Events after that step. Sluice does not undo them.
        "SinceThen": List["ReviveResponseSinceThenItem"],
    },
)

_ShowFailuresRequestNeeded = TypedDict(
    "_ShowFailuresRequestNeeded",
    {
        # Process key of the failures.
        "ProcessDefinitionKey": str,
    },
)
_ShowFailuresRequestMore = TypedDict(
    "_ShowFailuresRequestMore",
    {
        # Element of the failures. Absent: failures without an element.
        "ActivityId": Optional[str],
        # Error code of the failures. Absent: failures without a code.
        "ErrorCode": Optional[str],
        # Message of the failures, at most 1000 characters. Absent: any message.
        "ErrorMessage": Optional[str],
        # Only without ErrorMessage: messages that do not belong to the group, at most 100.
        "ExceptErrorMessages": Optional[List[str]],
    },
    total=False,
)


class ShowFailuresRequest(_ShowFailuresRequestNeeded, _ShowFailuresRequestMore):
    """Needs ProcessDefinitionKey."""


_SignalRequestNeeded = TypedDict(
    "_SignalRequestNeeded",
    {
        # Name of the signal in the model.
        "SignalName": str,
    },
)
_SignalRequestMore = TypedDict(
    "_SignalRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class SignalRequest(_SignalRequestNeeded, _SignalRequestMore):
    """Needs SignalName."""


SignalResponse = TypedDict(
    "SignalResponse",
    {
        "DeliveredCount": int,
        "WorkflowInstanceIds": List["Guid"],
    },
)

SimulateRequestResourcesItem = TypedDict(
    "SimulateRequestResourcesItem",
    {
        "Name": str,
        "Content": str,
    },
)

_SimulateRequestNeeded = TypedDict(
    "_SimulateRequestNeeded",
    {
        # BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_SimulateRequestMore = TypedDict(
    "_SimulateRequestMore",
    {
        # Up to 50 further BPMN files, scripts, decisions and forms, as in a deployment.
        "Resources": Optional[List["SimulateRequestResourcesItem"]],
        # Start time of the simulation in ISO 8601 format. Default: the current time.
        "StartedAt": Optional[str],
        # Up to 200 actions, in order. Default: no actions.
        "Acts": Optional[List["SimulationAct"]],
    },
    total=False,
)


class SimulateRequest(_SimulateRequestNeeded, _SimulateRequestMore):
    """Needs BpmnXml."""


SimulateResponseStartsItemFormFieldsItemValuesItem = TypedDict(
    "SimulateResponseStartsItemFormFieldsItemValuesItem",
    {
        "id": str,
        "label": str,
    },
)

SimulateResponseStartsItemFormFieldsItemRules = TypedDict(
    "SimulateResponseStartsItemFormFieldsItemRules",
    {
        "min": float,
        "max": float,
        "minLength": float,
        "maxLength": float,
        "pattern": str,
    },
    total=False,
)

_SimulateResponseStartsItemFormFieldsItemNeeded = TypedDict(
    "_SimulateResponseStartsItemFormFieldsItemNeeded",
    {
        "id": str,
        "type": Literal["text", "number", "boolean", "date", "enum"],
    },
)
_SimulateResponseStartsItemFormFieldsItemMore = TypedDict(
    "_SimulateResponseStartsItemFormFieldsItemMore",
    {
        "label": str,
        "defaultValue": Union[str, float, bool],
        "isRequired": bool,
        "isReadOnly": bool,
        "values": List["SimulateResponseStartsItemFormFieldsItemValuesItem"],
        "control": Literal["textarea", "radio"],
        "hint": str,
        "rules": "SimulateResponseStartsItemFormFieldsItemRules",
    },
    total=False,
)


class SimulateResponseStartsItemFormFieldsItem(_SimulateResponseStartsItemFormFieldsItemNeeded, _SimulateResponseStartsItemFormFieldsItemMore):
    """Needs id, type."""


SimulateResponseStartsItemForm = TypedDict(
    "SimulateResponseStartsItemForm",
    {
        "key": str,
        "id": str,
        "binding": str,
        "version": str,
        "fields": List["SimulateResponseStartsItemFormFieldsItem"],
        "notShown": List[str],
    },
    total=False,
)

_SimulateResponseStartsItemNeeded = TypedDict(
    "_SimulateResponseStartsItemNeeded",
    {
        "ProcessDefinitionKey": str,
        "ProcessName": Union[str, None],
        "Element": str,
        "ElementName": Union[str, None],
        "Kind": Literal["None", "Message", "Signal", "Timer", "Condition"],
        # Name of the message or signal, or the condition.
        "Name": Union[str, None],
        # Variables that the model reads next, with suggested values.
        "Suggested": Dict[str, Any],
    },
)
_SimulateResponseStartsItemMore = TypedDict(
    "_SimulateResponseStartsItemMore",
    {
        # Start form. Absent if the model has none.
        "Form": "SimulateResponseStartsItemForm",
    },
    total=False,
)


class SimulateResponseStartsItem(_SimulateResponseStartsItemNeeded, _SimulateResponseStartsItemMore):
    """Needs ProcessDefinitionKey, ProcessName, Element, ElementName, Kind, Name, Suggested."""


SimulateResponseInstancesItemFailure = TypedDict(
    "SimulateResponseInstancesItemFailure",
    {
        "Code": str,
        "Message": str,
        "Element": Union[str, None],
        "ElementName": Union[str, None],
    },
)

_SimulateResponseInstancesItemScopesItemNeeded = TypedDict(
    "_SimulateResponseInstancesItemScopesItemNeeded",
    {
        "Element": str,
        "Variables": "Variables",
    },
)
_SimulateResponseInstancesItemScopesItemMore = TypedDict(
    "_SimulateResponseInstancesItemScopesItemMore",
    {
        # Names of variables whose values are too long to show.
        "NotShown": List[str],
    },
    total=False,
)


class SimulateResponseInstancesItemScopesItem(_SimulateResponseInstancesItemScopesItemNeeded, _SimulateResponseInstancesItemScopesItemMore):
    """Needs Element, Variables."""


_SimulateResponseInstancesItemNeeded = TypedDict(
    "_SimulateResponseInstancesItemNeeded",
    {
        "ProcessDefinitionKey": str,
        "Status": Literal["Running", "Completed", "Cancelled", "Failed"],
        "Variables": "Variables",
        # Variables of inner scopes.
        "Scopes": List["SimulateResponseInstancesItemScopesItem"],
    },
)
_SimulateResponseInstancesItemMore = TypedDict(
    "_SimulateResponseInstancesItemMore",
    {
        "Failure": "SimulateResponseInstancesItemFailure",
        # Names of variables whose values are too long to show.
        "NotShown": List[str],
    },
    total=False,
)


class SimulateResponseInstancesItem(_SimulateResponseInstancesItemNeeded, _SimulateResponseInstancesItemMore):
    """Needs ProcessDefinitionKey, Status, Variables, Scopes."""


SimulateResponseWaitsItemFormFieldsItemValuesItem = TypedDict(
    "SimulateResponseWaitsItemFormFieldsItemValuesItem",
    {
        "id": str,
        "label": str,
    },
)

SimulateResponseWaitsItemFormFieldsItemRules = TypedDict(
    "SimulateResponseWaitsItemFormFieldsItemRules",
    {
        "min": float,
        "max": float,
        "minLength": float,
        "maxLength": float,
        "pattern": str,
    },
    total=False,
)

_SimulateResponseWaitsItemFormFieldsItemNeeded = TypedDict(
    "_SimulateResponseWaitsItemFormFieldsItemNeeded",
    {
        "id": str,
        "type": Literal["text", "number", "boolean", "date", "enum"],
    },
)
_SimulateResponseWaitsItemFormFieldsItemMore = TypedDict(
    "_SimulateResponseWaitsItemFormFieldsItemMore",
    {
        "label": str,
        "defaultValue": Union[str, float, bool],
        "isRequired": bool,
        "isReadOnly": bool,
        "values": List["SimulateResponseWaitsItemFormFieldsItemValuesItem"],
        "control": Literal["textarea", "radio"],
        "hint": str,
        "rules": "SimulateResponseWaitsItemFormFieldsItemRules",
    },
    total=False,
)


class SimulateResponseWaitsItemFormFieldsItem(_SimulateResponseWaitsItemFormFieldsItemNeeded, _SimulateResponseWaitsItemFormFieldsItemMore):
    """Needs id, type."""


SimulateResponseWaitsItemForm = TypedDict(
    "SimulateResponseWaitsItemForm",
    {
        "key": str,
        "id": str,
        "binding": str,
        "version": str,
        "fields": List["SimulateResponseWaitsItemFormFieldsItem"],
        "notShown": List[str],
    },
    total=False,
)

_SimulateResponseWaitsItemInputNeeded = TypedDict(
    "_SimulateResponseWaitsItemInputNeeded",
    {
        "Variables": "Variables",
    },
)
_SimulateResponseWaitsItemInputMore = TypedDict(
    "_SimulateResponseWaitsItemInputMore",
    {
        # Names of variables whose values are too long to show.
        "NotShown": List[str],
    },
    total=False,
)


class SimulateResponseWaitsItemInput(_SimulateResponseWaitsItemInputNeeded, _SimulateResponseWaitsItemInputMore):
    """Input of the job."""


SimulateResponseWaitsItemIncident = TypedDict(
    "SimulateResponseWaitsItemIncident",
    {
        "ElementType": Union[str, None],
        "Code": str,
        "Message": str,
        "Count": int,
    },
)

_SimulateResponseWaitsItemNeeded = TypedDict(
    "_SimulateResponseWaitsItemNeeded",
    {
        # Index in `Instances`.
        "Instance": int,
        "Element": str,
        "ElementName": Union[str, None],
        # Index among the waits at the element.
        "Index": int,
        "Kind": Literal["UserTask", "Job", "Activity", "Call", "Incident", "Message", "Signal", "Timer", "Condition", "Other"],
        "Text": str,
        # Possible actions. Empty if it depends on another wait.
        "Acts": List[Literal["start", "complete", "fail", "retry", "deliver", "fire", "set"]],
        # Variables that the model reads next, with suggested values.
        "Suggested": Dict[str, Any],
        # Task type, called process key, name of the message or signal, or the condition.
        "Subject": Union[str, None],
        "CorrelationKey": Union[str, None],
        "DueAt": Union["Timestamp", None],
        # Assignee, users and groups of a user task.
        "People": List[str],
    },
)
_SimulateResponseWaitsItemMore = TypedDict(
    "_SimulateResponseWaitsItemMore",
    {
        # Form of the user task. Absent if the model has none.
        "Form": "SimulateResponseWaitsItemForm",
        # Input of the job.
        "Input": "SimulateResponseWaitsItemInput",
        # Error and number of failures. `ElementType`: null if the process itself failed.
        "Incident": "SimulateResponseWaitsItemIncident",
    },
    total=False,
)


class SimulateResponseWaitsItem(_SimulateResponseWaitsItemNeeded, _SimulateResponseWaitsItemMore):
    """Needs Instance, Element, ElementName, Index, Kind, Text, Acts, Suggested, Subject, CorrelationKey, DueAt, People."""


SimulateResponseElementsItem = TypedDict(
    "SimulateResponseElementsItem",
    {
        "Id": str,
        "Active": int,
        "Completed": int,
        "Failed": int,
        "Cancelled": int,
    },
)

SimulateResponseFlowsItem = TypedDict(
    "SimulateResponseFlowsItem",
    {
        "Id": str,
        "Taken": int,
    },
)

_SimulateResponseNeeded = TypedDict(
    "_SimulateResponseNeeded",
    {
        "StartedAt": "Timestamp",
        "Now": "Timestamp",
        # Number of completed actions.
        "Done": int,
        "Starts": List["SimulateResponseStartsItem"],
        "Instances": List["SimulateResponseInstancesItem"],
        # Number of all instances. At most 50 are listed.
        "InstanceCount": int,
        "Waits": List["SimulateResponseWaitsItem"],
        # Number of all waits. At most 200 are listed.
        "WaitCount": int,
        # Number of tokens by element and outcome, over all instances.
        "Elements": List["SimulateResponseElementsItem"],
        "Flows": List["SimulateResponseFlowsItem"],
    },
)
_SimulateResponseMore = TypedDict(
    "_SimulateResponseMore",
    {
        # Why the next action failed. Absent if all actions completed.
        "Refusal": str,
    },
    total=False,
)


class SimulateResponse(_SimulateResponseNeeded, _SimulateResponseMore):
    """Needs StartedAt, Now, Done, Starts, Instances, InstanceCount, Waits, WaitCount, Elements, Flows."""


_SimulationActNeeded = TypedDict(
    "_SimulationActNeeded",
    {
        "Act": Literal["start", "complete", "fail", "retry", "deliver", "fire", "set"],
    },
)
_SimulationActMore = TypedDict(
    "_SimulationActMore",
    {
        # For `start`: key of the process. Default: the first process.
        "ProcessDefinitionKey": Optional[str],
        # Id of the element. For `start`: id of the start event. Default for `start`: start by key.
        "Element": Optional[str],
        # Index among several waits at the element. For `set`: index of the instance. Default: 0.
        "Index": Optional[int],
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # For `fail`: error code. Default: `500`.
        "ErrorCode": Optional[str],
        # For `fail`: error message. Default: the error code.
        "ErrorMessage": Optional[str],
    },
    total=False,
)


class SimulationAct(_SimulationActNeeded, _SimulationActMore):
    """Needs Act."""


StartFormPage = TypedDict(
    "StartFormPage",
    {
        "items": List["StartFormRow"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

StartFormRow = TypedDict(
    "StartFormRow",
    {
        "processDefinitionId": str,
        "processDefinitionKey": str,
        # Latest version of the process.
        "version": int,
        "startForm": "UserTaskForm",
    },
)

_StartRequestNeeded = TypedDict(
    "_StartRequestNeeded",
    {
        # Process key.
        "WorkflowId": str,
    },
)
_StartRequestMore = TypedDict(
    "_StartRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Sluice rejects the names __proto__, constructor and prototype,
        # numbers that a double cannot represent exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Business id: 1 to 256 UTF-16 code units, no leading or trailing white space, no control characters.
        "BusinessId": Optional[str],
        # Version to start. Default: the latest version.
        "Version": Optional[int],
        # How long to wait for the end of the instance. The response then has its status and variables. Default: Sluice
        # does not wait.
        "WaitSeconds": Optional[int],
        # With `WaitSeconds`: names of the variables to return. Default: all.
        "ReturnVariables": Optional[List[str]],
    },
    total=False,
)


class StartRequest(_StartRequestNeeded, _StartRequestMore):
    """Needs WorkflowId."""


_StartResponseNeeded = TypedDict(
    "_StartResponseNeeded",
    {
        "WorkflowInstanceId": "Guid",
    },
)
_StartResponseMore = TypedDict(
    "_StartResponseMore",
    {
        # Only with `WaitSeconds`. `running`: the instance has not ended within that time.
        "Status": Literal["completed", "failed", "cancelled", "running"],
        # Only with `WaitSeconds`, if the instance has ended: its variables.
        "Variables": Dict[str, Any],
    },
    total=False,
)


class StartResponse(_StartResponseNeeded, _StartResponseMore):
    """Needs WorkflowInstanceId."""


SteerBatchRequest = TypedDict(
    "SteerBatchRequest",
    {
    },
)

SteerWebhookRequest = TypedDict(
    "SteerWebhookRequest",
    {
        # Id of an instance. Default: all instances with rejected events.
        "InstanceId": Optional[str],
    },
    total=False,
)

SuspendDefinitionRequest = TypedDict(
    "SuspendDefinitionRequest",
    {
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
    },
    total=False,
)

SuspendInstanceRequest = TypedDict(
    "SuspendInstanceRequest",
    {
        # Reason. Sluice stores it in the history.
        "Reason": Optional[str],
        # Whether to suspend called instances too. Default: `true`.
        "CalledInstances": Optional[bool],
    },
    total=False,
)

SuspensionResponse = TypedDict(
    "SuspensionResponse",
    {
        "isSuspended": bool,
        # Reasons for the suspension.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
    },
)

SwitchRequest = TypedDict(
    "SwitchRequest",
    {
        # Key of a deployed process.
        "ProcessDefinitionKey": str,
    },
)

TaskComment = TypedDict(
    "TaskComment",
    {
        "commentId": "Guid",
        "author": str,
        "text": str,
        "createdAt": "Timestamp",
    },
)

TaskCommentPage = TypedDict(
    "TaskCommentPage",
    {
        "items": List["TaskComment"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

Timestamp = str

UnlockRequest = TypedDict(
    "UnlockRequest",
    {
        # Lock token that fetch-and-lock returned.
        "LockToken": str,
    },
)

UserTaskFormFieldsItemValuesItem = TypedDict(
    "UserTaskFormFieldsItemValuesItem",
    {
        "id": str,
        "label": str,
    },
)

UserTaskFormFieldsItemRules = TypedDict(
    "UserTaskFormFieldsItemRules",
    {
        "min": float,
        "max": float,
        "minLength": float,
        "maxLength": float,
        "pattern": str,
    },
    total=False,
)

_UserTaskFormFieldsItemNeeded = TypedDict(
    "_UserTaskFormFieldsItemNeeded",
    {
        "id": str,
        "type": Literal["text", "number", "boolean", "date", "enum"],
    },
)
_UserTaskFormFieldsItemMore = TypedDict(
    "_UserTaskFormFieldsItemMore",
    {
        "label": str,
        "defaultValue": Union[str, float, bool],
        "isRequired": bool,
        "isReadOnly": bool,
        "values": List["UserTaskFormFieldsItemValuesItem"],
        "control": Literal["textarea", "radio"],
        "hint": str,
        "rules": "UserTaskFormFieldsItemRules",
    },
    total=False,
)


class UserTaskFormFieldsItem(_UserTaskFormFieldsItemNeeded, _UserTaskFormFieldsItemMore):
    """Needs id, type."""


UserTaskForm = TypedDict(
    "UserTaskForm",
    {
        "key": str,
        "id": str,
        "binding": str,
        "version": str,
        "fields": List["UserTaskFormFieldsItem"],
        "notShown": List[str],
    },
    total=False,
)

_UserTaskNeeded = TypedDict(
    "_UserTaskNeeded",
    {
        "workflowInstanceId": "Guid",
        "activityInstanceId": "Guid",
        "activityId": str,
        "assignee": Optional[str],
        "candidateGroups": List[str],
        "candidateUsers": List[str],
        "claimedBy": Optional[str],
        "taskState": Literal["Created", "Claimed"],
        "createdAt": "Timestamp",
        "expectedOutputVariables": List[str],
    },
)
_UserTaskMore = TypedDict(
    "_UserTaskMore",
    {
        # Absent if the model has none.
        "form": "UserTaskForm",
        # Key of the form, otherwise its id.
        "formKey": str,
        # Absent if the model has none.
        "name": str,
        # Key of the process that contains the task.
        "processDefinitionKey": str,
        # Absent if the model has none.
        "processName": str,
        # Absent if the instance has none.
        "businessId": str,
        # Absent if the model has none, as the three below.
        "dueDate": str,
        "followUpDate": "Timestamp",
        "priority": int,
        "category": str,
        "item": "IterationItem",
        # True if its instance is suspended. Otherwise absent.
        "isSuspended": bool,
    },
    total=False,
)


class UserTask(_UserTaskNeeded, _UserTaskMore):
    """Needs workflowInstanceId, activityInstanceId, activityId, assignee, candidateGroups, candidateUsers, claimedBy, taskState, createdAt, expectedOutputVariables."""


UserTaskFormFieldsItemValuesItem = TypedDict(
    "UserTaskFormFieldsItemValuesItem",
    {
        "id": str,
        "label": str,
    },
)

UserTaskFormFieldsItemRules = TypedDict(
    "UserTaskFormFieldsItemRules",
    {
        "min": float,
        "max": float,
        "minLength": float,
        "maxLength": float,
        "pattern": str,
    },
    total=False,
)

_UserTaskFormFieldsItemNeeded = TypedDict(
    "_UserTaskFormFieldsItemNeeded",
    {
        "id": str,
        "type": Literal["text", "number", "boolean", "date", "enum"],
    },
)
_UserTaskFormFieldsItemMore = TypedDict(
    "_UserTaskFormFieldsItemMore",
    {
        "label": str,
        "defaultValue": Union[str, float, bool],
        "isRequired": bool,
        "isReadOnly": bool,
        "values": List["UserTaskFormFieldsItemValuesItem"],
        "control": Literal["textarea", "radio"],
        "hint": str,
        "rules": "UserTaskFormFieldsItemRules",
    },
    total=False,
)


class UserTaskFormFieldsItem(_UserTaskFormFieldsItemNeeded, _UserTaskFormFieldsItemMore):
    """Needs id, type."""


UserTaskForm = TypedDict(
    "UserTaskForm",
    {
        "key": str,
        "id": str,
        "binding": str,
        "version": str,
        "fields": List["UserTaskFormFieldsItem"],
        "notShown": List[str],
    },
    total=False,
)

UserTaskPage = TypedDict(
    "UserTaskPage",
    {
        "data": List["UserTask"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

ValidateDecisionsRequestResourcesItem = TypedDict(
    "ValidateDecisionsRequestResourcesItem",
    {
        "Name": str,
        "Content": str,
    },
)

_ValidateDecisionsRequestNeeded = TypedDict(
    "_ValidateDecisionsRequestNeeded",
    {
        # DMN XML text.
        "DmnXml": str,
    },
)
_ValidateDecisionsRequestMore = TypedDict(
    "_ValidateDecisionsRequestMore",
    {
        # Up to 50 further DMN files to validate together with the first one.
        "Resources": Optional[List["ValidateDecisionsRequestResourcesItem"]],
    },
    total=False,
)


class ValidateDecisionsRequest(_ValidateDecisionsRequestNeeded, _ValidateDecisionsRequestMore):
    """Needs DmnXml."""


_ValidateDecisionsResponseFindingsItemNeeded = TypedDict(
    "_ValidateDecisionsResponseFindingsItemNeeded",
    {
        "Severity": Literal["error", "warning"],
        # Name of the rule.
        "Rule": str,
        "Text": str,
    },
)
_ValidateDecisionsResponseFindingsItemMore = TypedDict(
    "_ValidateDecisionsResponseFindingsItemMore",
    {
        # Tag and id. Absent if the text names the element or the finding concerns the whole file.
        "Element": str,
        # Counted from 1. Absent if unknown.
        "Line": int,
        # Counted from 1.
        "Column": int,
        # Row of the decision table, counted from 1.
        "Row": int,
        # Input column, counted from 1.
        "Input": int,
        # Output column, counted from 1.
        "Output": int,
        # Name of the further file. Absent if the finding concerns the first file or all files.
        "Resource": str,
    },
    total=False,
)


class ValidateDecisionsResponseFindingsItem(_ValidateDecisionsResponseFindingsItemNeeded, _ValidateDecisionsResponseFindingsItemMore):
    """Needs Severity, Rule, Text."""


ValidateDecisionsResponse = TypedDict(
    "ValidateDecisionsResponse",
    {
        # True if no finding is an error.
        "IsAccepted": bool,
        # In the order of files and lines. At most 1000.
        "Findings": List["ValidateDecisionsResponseFindingsItem"],
    },
)

ValidateRequestResourcesItem = TypedDict(
    "ValidateRequestResourcesItem",
    {
        "Name": str,
        "Content": str,
    },
)

_ValidateRequestNeeded = TypedDict(
    "_ValidateRequestNeeded",
    {
        # BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_ValidateRequestMore = TypedDict(
    "_ValidateRequestMore",
    {
        # Level of validation: `off`, `executable` or `strict`. Default: `executable`.
        "Validation": Optional[str],
        # References that the model must contain: `messageRef`, `signalRef`, `operationRef`.
        "RequiredReferences": Optional[List[str]],
        # Files that a deploy would have: further BPMN files, scripts, decisions and forms. At most 50.
        "Resources": Optional[List["ValidateRequestResourcesItem"]],
        # If true, the response describes the behavior of each element. Default: `false`.
        "Describe": Optional[bool],
    },
    total=False,
)


class ValidateRequest(_ValidateRequestNeeded, _ValidateRequestMore):
    """Needs BpmnXml."""


_ValidateResponseFindingsItemNeeded = TypedDict(
    "_ValidateResponseFindingsItemNeeded",
    {
        "Severity": Literal["error", "warning"],
        # Name of a rule of the standard, or `executable`, `ignored` or `advice`.
        "Rule": str,
        "Text": str,
    },
)
_ValidateResponseFindingsItemMore = TypedDict(
    "_ValidateResponseFindingsItemMore",
    {
        # Clause of BPMN 2.0.2. Absent for rules of Sluice.
        "Clause": str,
        # Tag and id. Absent if the text names the element or the finding concerns the whole file.
        "Element": str,
        # Tag and id, also if the text names the element.
        "Subject": str,
        # Name of the kind of text. Absent for texts of plugins, of expressions and of the XML parser.
        "Code": str,
        # Values in the text, by name, if it has a code.
        "Values": Dict[str, Any],
        # Counted from 1. Absent if unknown.
        "Line": int,
        "Column": int,
    },
    total=False,
)


class ValidateResponseFindingsItem(_ValidateResponseFindingsItemNeeded, _ValidateResponseFindingsItemMore):
    """Needs Severity, Rule, Text."""


ValidateResponseElementsItemPropertiesItem = TypedDict(
    "ValidateResponseElementsItemPropertiesItem",
    {
        "Name": str,
        "Value": str,
    },
)

ValidateResponseElementsItem = TypedDict(
    "ValidateResponseElementsItem",
    {
        "Id": str,
        "Properties": List["ValidateResponseElementsItemPropertiesItem"],
    },
)

_ValidateResponseNeeded = TypedDict(
    "_ValidateResponseNeeded",
    {
        # True if no finding is an error.
        "IsAccepted": bool,
        # In document order. At most 1000.
        "Findings": List["ValidateResponseFindingsItem"],
    },
)
_ValidateResponseMore = TypedDict(
    "_ValidateResponseMore",
    {
        # Behavior of each element, if the request sets `Describe`. At most 2000.
        "Elements": List["ValidateResponseElementsItem"],
    },
    total=False,
)


class ValidateResponse(_ValidateResponseNeeded, _ValidateResponseMore):
    """Needs IsAccepted, Findings."""


Variables = Dict[str, Any]

WaitItemUserTask = TypedDict(
    "WaitItemUserTask",
    {
        "assignee": Optional[str],
        "candidateUsers": List[str],
        "candidateGroups": List[str],
        "claimedBy": Optional[str],
    },
)

WaitItemCustomTask = TypedDict(
    "WaitItemCustomTask",
    {
        # Id with which a worker completes the task.
        "activityInstanceId": str,
        "taskType": str,
        # Event of the listener, or `adHoc`. Null for the job of the element itself.
        "listensTo": Optional[str],
        "failures": int,
        # Most attempts. Null: the setting of the service.
        "attempts": Optional[int],
        "lockedBy": Optional[str],
        "lockedUntil": Union["Timestamp", None],
        # Earliest time of the next attempt. Null: now.
        "availableAt": Union["Timestamp", None],
        # Plugin hosts that serve the type now.
        "siloNames": List[str],
    },
)

WaitItemCalledIncident = TypedDict(
    "WaitItemCalledIncident",
    {
        "incidentId": "Guid",
        # Instance with the incident.
        "workflowInstanceId": str,
        "processDefinitionKey": str,
        "processName": Optional[str],
        # Failed element, or the process key if the process itself failed.
        "activityId": str,
        # At most 512 characters.
        "errorCode": str,
        # At most 1000 characters.
        "errorMessage": str,
        # Number of open incidents in called instances.
        "openIncidents": int,
        "activityName": Optional[str],
        # Number of failures at this element.
        "count": int,
        # Time of the latest failure.
        "lastFailedAt": Union["Timestamp", None],
    },
)

_WaitItemCalledNeeded = TypedDict(
    "_WaitItemCalledNeeded",
    {
        # Null if it has not started.
        "workflowInstanceId": Union["Guid", None],
        "processDefinitionKey": Optional[str],
        "version": Optional[int],
        "businessId": Optional[str],
        "status": Optional[str],
    },
)
_WaitItemCalledMore = TypedDict(
    "_WaitItemCalledMore",
    {
        "processName": Optional[str],
        # Latest open incident of the called instance, or of one that it calls at any depth. Absent: none.
        "incident": "WaitItemCalledIncident",
    },
    total=False,
)


class WaitItemCalled(_WaitItemCalledNeeded, _WaitItemCalledMore):
    """Called instance; for the kind `Incident`, the one that failed."""


WaitItemRace = TypedDict(
    "WaitItemRace",
    {
        "gatewayId": Optional[str],
        "otherActivityIds": List[str],
    },
)

WaitItemJoinFlowsItem = TypedDict(
    "WaitItemJoinFlowsItem",
    {
        "sequenceFlowId": str,
        "sourceActivityId": str,
        "hasToken": bool,
        # The join waits for a token on this flow.
        "isMissing": bool,
        # Active elements whose tokens can still arrive over this flow.
        "canComeFrom": List[str],
    },
)

WaitItemJoin = TypedDict(
    "WaitItemJoin",
    {
        "arrivedCount": int,
        "neededCount": int,
        # Waits only for tokens that can still come.
        "isInclusive": bool,
        # Complex gateway that waits for late tokens.
        "hasFired": bool,
        # Activation condition of a complex gateway.
        "condition": Optional[str],
        "flows": List["WaitItemJoinFlowsItem"],
    },
)

WaitItemLoop = TypedDict(
    "WaitItemLoop",
    {
        "totalCount": Optional[int],
        "completedCount": int,
        "activeCount": int,
    },
)

WaitItemIncident = TypedDict(
    "WaitItemIncident",
    {
        "incidentId": "Guid",
        # Failed element, or the process key if the process itself failed.
        "activityId": str,
        "errorCode": str,
        "errorMessage": str,
        "count": int,
        "firstFailedAt": "Timestamp",
    },
)

WaitItemDeadLetter = TypedDict(
    "WaitItemDeadLetter",
    {
        "deadLetterId": "Guid",
        "kind": str,
        "errorMessage": str,
        "attempts": int,
        "parkedAt": "Timestamp",
    },
)

_WaitItemNeeded = TypedDict(
    "_WaitItemNeeded",
    {
        "kind": Literal["UserTask", "CustomTask", "Completion", "Event", "Call", "Join", "Tokens", "Body", "Loop", "Compensation", "EventSubProcess", "Incident", "PausedRun", "Suspension", "DeadLetter", "Other"],
        # One sentence for display. The wording can change in later releases.
        "text": str,
        # Null if it concerns the whole instance.
        "activityId": Optional[str],
        "activityName": Optional[str],
        "activityType": Optional[str],
        # Type of the element, also of a loop. Null if it concerns the whole instance.
        "elementType": Optional[str],
        # The active activity instance. Null if none exists.
        "activityInstanceId": Union["Guid", None],
        # Start of the activity instance. Of a dead letter or a listener of the process: its creation. Else null.
        "since": Union["Timestamp", None],
    },
)
_WaitItemMore = TypedDict(
    "_WaitItemMore",
    {
        "item": "IterationItem",
        "userTask": "WaitItemUserTask",
        "customTask": "WaitItemCustomTask",
        # Called instance; for the kind `Incident`, the one that failed.
        "called": "WaitItemCalled",
        # Open subscriptions of the activity instance, including boundary events.
        "events": List["WaitedEvent"],
        # True if all events of the activity instance itself must occur, not only the first.
        "needsAllEvents": bool,
        # Alternatives after an event-based gateway. The first event wins.
        "race": "WaitItemRace",
        "join": "WaitItemJoin",
        "loop": "WaitItemLoop",
        # Reasons for the suspension.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
        # Ids of elements that are active inside, that compensate, or at which a paused run continues.
        "inside": List[str],
        # Activities that are not compensated yet.
        "leftCount": int,
        # Steps of a long run before its pause.
        "stepsTaken": int,
        "incident": "WaitItemIncident",
        "deadLetter": "WaitItemDeadLetter",
    },
    total=False,
)


class WaitItem(_WaitItemNeeded, _WaitItemMore):
    """Needs kind, text, activityId, activityName, activityType, elementType, activityInstanceId, since."""


WaitedEvent = TypedDict(
    "WaitedEvent",
    {
        "kind": Literal["Message", "Signal", "Timer", "Condition"],
        # Where the subscription belongs: the activity instance itself, its boundary event, or an event sub-process of
        # its scope.
        "role": Literal["Catch", "Boundary", "EventSubProcess"],
        # Id of the catching element, boundary event or start event.
        "activityId": str,
        # Name of the message or signal.
        "name": Optional[str],
        # Correlation key of the message. Empty if it has none.
        "correlationKey": Optional[str],
        # Due date of the timer.
        "dueAt": Union["Timestamp", None],
        # Condition in the model.
        "condition": Optional[str],
        "isInterrupting": bool,
    },
)

Webhook = TypedDict(
    "Webhook",
    {
        "name": str,
        # False if the webhook was removed from the configuration. Sluice sends nothing to it.
        "isConfigured": bool,
        # Scheme, host and port of the address. Sluice hides the rest because it can be secret.
        "receiver": Optional[str],
        # `event` or `cloudevents`.
        "format": Optional[str],
        "keys": List[str],
        "types": List[str],
        "businessId": Optional[str],
        "status": Literal["Active", "Paused"],
        # Reason for the pause.
        "reason": Optional[str],
        "pausedAt": Union["Timestamp", None],
        # All events up to this position were delivered or wait for their instance. Null if delivery has not started.
        "position": Optional[str],
        # Number of rows in the feed after `position`.
        "lagRows": int,
        # Age of the first of these rows in seconds.
        "lagSeconds": int,
        # Number of instances whose events are sent later.
        "waitingCount": int,
        # Number of instances whose next event was rejected after the last allowed attempt.
        "failingCount": int,
        # Error of the last rejected message. Null after a successful delivery.
        "lastError": Optional[str],
        "lastErrorAt": Union["Timestamp", None],
        "lastReceivedAt": Union["Timestamp", None],
        # Service process that sends the events.
        "sender": Optional[str],
    },
)

WebhookInstance = TypedDict(
    "WebhookInstance",
    {
        "workflowInstanceId": "Guid",
        "processDefinitionKey": str,
        "status": Literal["Waiting", "Failing"],
        # Number of rejected attempts for the next event. 0 if Sluice has not tried yet.
        "attempts": int,
        # Position of the next event. Null if not yet determined.
        "nextPosition": Optional[str],
        "nextType": Optional[str],
        "nextAttemptAt": "Timestamp",
        "lastError": Optional[str],
        "parkedAt": "Timestamp",
    },
)

WebhookInstancePage = TypedDict(
    "WebhookInstancePage",
    {
        "items": List["WebhookInstance"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

WebhookList = TypedDict(
    "WebhookList",
    {
        "items": List["Webhook"],
    },
)

WebhookSteered = TypedDict(
    "WebhookSteered",
    {
        "status": Literal["Active", "Paused"],
        # Number of instances whose events are sent again or skipped.
        "instanceCount": int,
    },
)
