# Made from the OpenAPI document by `npm run clients:write`. Do not edit.
"""What requests and answers hold, by the names of the document."""

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

AuditEntry = TypedDict(
    "AuditEntry",
    {
        "entryId": "Guid",
        # When it was decided; of a count, when the last one was refused.
        "at": str,
        # For example `CancelInstance`, `DeployDefinition`, `SignIn`.
        "act": str,
        "identifiedBy": Literal["token", "session", "anonymous"],
        # Subject of the token or of the signed-in user; null: unknown.
        "actor": Optional[str],
        # Digest of the session of the pages.
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
        # Why it was refused.
        "code": Optional[str],
        # How many rejected requests the entry counts.
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
        # Null where ids were given.
        "filters": Optional[str],
        "processDefinitionKeys": List[str],
        # The sum of the four counts, at all times.
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

BatchItem = TypedDict(
    "BatchItem",
    {
        # Order in which the items are processed.
        "position": int,
        # The incident or the instance.
        "subjectId": str,
        # Null where the id leads nowhere.
        "workflowInstanceId": Union["Guid", None],
        "processDefinitionKey": Optional[str],
        "status": Literal["Pending", "Succeeded", "Failed", "Skipped"],
        "code": Optional[str],
        # Why it failed or was skipped: what the endpoint for one would answer.
        "reason": Optional[str],
        # The instance that continues, if it is another one.
        "resultInstanceId": Union["Guid", None],
        "endedAt": Union["Timestamp", None],
    },
)

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
        # Null of a dry run.
        "batchId": Union["Guid", None],
        "isDryRun": bool,
        "totalCount": int,
        # Items by process key, most first; at most 100 keys.
        "processes": List["BatchMadeProcessesItem"],
        # Ids that lead nowhere; their items will fail or be skipped.
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
        # Left out, null or blank: `Cancelled by operator`.
        "reason": Optional[str],
    },
    total=False,
)

CancelUserTaskRequest = TypedDict(
    "CancelUserTaskRequest",
    {
        # Left out, null or blank: `User task cancelled by operator`.
        "reason": Optional[str],
    },
    total=False,
)

ClaimRequest = TypedDict(
    "ClaimRequest",
    {
        # The acting user. Required with authentication off; with authentication on it must equal the user of the token,
        # if given.
        "UserId": Optional[str],
        # The groups of the user; ignored with authentication on.
        "UserGroups": Optional[List[str]],
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
        # The acting user. Required with authentication off; with authentication on it must equal the user of the token,
        # if given.
        "UserId": Optional[str],
    },
    total=False,
)


class CommentUserTaskRequest(_CommentUserTaskRequestNeeded, _CommentUserTaskRequestMore):
    """Needs Text."""


_CompleteActivityRequestNeeded = TypedDict(
    "_CompleteActivityRequestNeeded",
    {
        # The instance.
        "WorkflowInstanceId": str,
        # Id of the activity in the model.
        "ActivityId": str,
    },
)
_CompleteActivityRequestMore = TypedDict(
    "_CompleteActivityRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class CompleteActivityRequest(_CompleteActivityRequestNeeded, _CompleteActivityRequestMore):
    """Needs WorkflowInstanceId, ActivityId."""


_CompleteCustomTaskRequestNeeded = TypedDict(
    "_CompleteCustomTaskRequestNeeded",
    {
        # The token of the lock, as fetch-and-lock gave it.
        "LockToken": str,
    },
)
_CompleteCustomTaskRequestMore = TypedDict(
    "_CompleteCustomTaskRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)


class CompleteCustomTaskRequest(_CompleteCustomTaskRequestNeeded, _CompleteCustomTaskRequestMore):
    """Needs LockToken."""


CompleteUserTaskRequest = TypedDict(
    "CompleteUserTaskRequest",
    {
        # The acting user. Required with authentication off; with authentication on it must equal the user of the token,
        # if given.
        "UserId": Optional[str],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
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
        # Ids of incidents or instances, as the operation needs them; the same one counts once. This or Filters.
        "Ids": Optional[List[str]],
        # All that GET /Incidents or GET /Instances lists with this text as `filters`. This or Ids.
        "Filters": Optional[str],
        # Nothing is made, it is only counted what would be hit. Left out or null: `false`.
        "DryRun": Optional[bool],
        # At most so many, by all workers together. Left out or null: as the service is set up.
        "ItemsPerSecond": Optional[int],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Of `variables`: names to be removed.
        "Delete": Optional[List[str]],
        # Of `cancel`, `suspend`, `resume` and `modify`: as the endpoint for one has it.
        "Reason": Optional[str],
        # Of `suspend`: whether the instances it has called are suspended with it. Left out or null: true.
        "CalledInstances": Optional[bool],
        # Of `migrate`: the version in which the instances continue; required.
        "DefinitionId": Optional[str],
        # Of `migrate`: as the endpoint for one has it.
        "Plan": Optional[List["MigrationPair"]],
        # Of `migrate`: `keep` or `renew`.
        "Timers": Optional[str],
        # Of `migrate`: `keep` or `renew`.
        "Subscriptions": Optional[str],
        # Of `modify`: as the endpoint for one has them; 1 to 1000.
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
        # The plugin hosts that offer it now, by code point.
        "siloNames": List[str],
    },
)
_CustomTaskTypeMore = TypedDict(
    "_CustomTaskTypeMore",
    {
        # The parameters that the plugin declares; null when it declares none.
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
        # The id of the command.
        "deadLetterId": str,
        "kind": str,
        "status": Literal["Parked", "Retrying", "CarriedOut", "Refused", "Dropped"],
        "instanceId": Union["Guid", None],
        "processKey": Optional[str],
        # The first line of the error.
        "errorMessage": str,
        # How often it became a dead letter.
        "attempts": int,
        "firstParkedAt": "Timestamp",
        "parkedAt": "Timestamp",
        "retriedAt": Union["Timestamp", None],
        "retriedBy": Optional[str],
        "endedAt": Union["Timestamp", None],
        "endedBy": Optional[str],
        # Why it was dropped, or the code with which it was refused.
        "reason": Optional[str],
        "canRetry": bool,
        "error": str,
        # The instance whose stream of messages, signals and calls it belongs to.
        "senderInstanceId": Union["Guid", None],
        "whyNotRetried": Optional[str],
        # What it means that it is dropped.
        "ifDropped": Optional[str],
        "links": "DeadLetterLinks",
    },
)
_DeadLetterMore = TypedDict(
    "_DeadLetterMore",
    {
        # The whole command, with its values.
        "command": Any,
    },
    total=False,
)


class DeadLetter(_DeadLetterNeeded, _DeadLetterMore):
    """Needs deadLetterId, kind, status, instanceId, processKey, errorMessage, attempts, firstParkedAt, parkedAt, retriedAt, retriedBy, endedAt, endedBy, reason, canRetry, error, senderInstanceId, whyNotRetried, ifDropped, links."""


DeadLetterPage = TypedDict(
    "DeadLetterPage",
    {
        "items": List["DeadLetterRow"],
        "totalCount": int,
        "page": int,
        "pageSize": int,
    },
)

DeadLetterRow = TypedDict(
    "DeadLetterRow",
    {
        # The id of the command.
        "deadLetterId": str,
        "kind": str,
        "status": Literal["Parked", "Retrying", "CarriedOut", "Refused", "Dropped"],
        "instanceId": Union["Guid", None],
        "processKey": Optional[str],
        # The first line of the error.
        "errorMessage": str,
        # How often it became a dead letter.
        "attempts": int,
        "firstParkedAt": "Timestamp",
        "parkedAt": "Timestamp",
        "retriedAt": Union["Timestamp", None],
        "retriedBy": Optional[str],
        "endedAt": Union["Timestamp", None],
        "endedBy": Optional[str],
        # Why it was dropped, or the code with which it was refused.
        "reason": Optional[str],
        "canRetry": bool,
    },
)

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
        # Of the row, from 1.
        "Number": int,
        "Outputs": "Variables",
    },
)
_DecidedTableRulesItemMore = TypedDict(
    "_DecidedTableRulesItemMore",
    {
        # Of the rule in the file; absent where it has none.
        "Id": str,
    },
    total=False,
)


class DecidedTableRulesItem(_DecidedTableRulesItemNeeded, _DecidedTableRulesItemMore):
    """Needs Number, Outputs."""


DecidedTable = TypedDict(
    "DecidedTable",
    {
        "Inputs": List["DecidedTableInputsItem"],
        # The rules that match, in the order of the table.
        "Rules": List["DecidedTableRulesItem"],
    },
)

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
        # Business id of the call; null: none.
        "businessId": Union[str, None],
        # The caller; null: unknown.
        "actor": Union[str, None],
        # Why it could not be made; null: it was.
        "failure": Union[str, None],
        # Every decision that was made, those that others require before them; none of a failed call.
        "decisions": List["KeptDecision"],
    },
)
_DecisionEvaluationMore = TypedDict(
    "_DecisionEvaluationMore",
    {
        # Absent: it is too long to be kept.
        "variables": Dict[str, Any],
        # How many further decisions are not kept; absent: none.
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
        # Only where it is true: nothing of the instances of the key moves.
        "isSuspended": bool,
        # In the list only; absent when the model describes none.
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
        # The latest version from now on; null: there is none.
        "LatestVersion": Optional[int],
    },
)

DeleteVersionResponse = TypedDict(
    "DeleteVersionResponse",
    {
        "ProcessDefinitionKey": str,
        "Version": int,
        # The latest version of the key from now on; null: it has none.
        "LatestVersion": Optional[int],
    },
)

DeletionResponse = TypedDict(
    "DeletionResponse",
    {
        # How many instances are gone, called ones included.
        "Deleted": int,
        # Whether so many were called that the rest is deleted in the background.
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
        # The DMN XML text.
        "DmnXml": str,
    },
)
_DeployDecisionsRequestMore = TypedDict(
    "_DeployDecisionsRequestMore",
    {
        # Further DMN files, deployed with the first one or not at all; at most 50.
        "Resources": Optional[List["DeployDecisionsRequestResourcesItem"]],
        # Whether the deploy is refused where it would only be warned about. Left out or null: `false`.
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
        # The latest version is the same, nothing was deployed; absent when it is new.
        "Unchanged": bool,
        # Name of the further file that it came from.
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
        # The latest version is the same, nothing was deployed; absent when it is new.
        "Unchanged": bool,
        # Further decisions of the files, in their order; absent when there are none.
        "AdditionalDecisions": List["DeployDecisionsResponseAdditionalDecisionsItem"],
        # Warnings about the files; absent when there are none.
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
        # All that `Strict` refuses; absent where something else refused the deploy.
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
        # The BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_DeployRequestMore = TypedDict(
    "_DeployRequestMore",
    {
        # `off`, `executable` or `strict`. Left out, null or blank: `executable`.
        "Validation": Optional[str],
        # References that must be there: `messageRef`, `signalRef`, `operationRef`.
        "RequiredReferences": Optional[List[str]],
        # Further BPMN files, scripts, decisions and forms, deployed with the first file or not at all; at most 50.
        "Resources": Optional[List["DeployRequestResourcesItem"]],
        # Whether a deploy of what is deployed already answers the versions that are there. Left out or null: as the
        # service is set up.
        "KeepUnchanged": Optional[bool],
        # `fail` or `incident`: what happens to uncaught failures. Left out, null or blank: the setting of the model or
        # the service.
        "OnFailure": Optional[str],
        # Whether the deploy is refused where it would only be warned about. Left out or null: `false`.
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
        # Name of the further file that it came from.
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
        # The versions were there before, nothing was deployed; absent when they are new.
        "Unchanged": bool,
        # Further executable processes of the files, in their order; absent when there are none.
        "AdditionalDefinitions": List["DeployResponseAdditionalDefinitionsItem"],
        # Warnings about the model; absent when there are none.
        "Warnings": List[str],
    },
    total=False,
)


class DeployResponse(_DeployResponseNeeded, _DeployResponseMore):
    """Needs ProcessDefinitionKey, Version."""


DropDeadLetterRequest = TypedDict(
    "DropDeadLetterRequest",
    {
        # Why it is dropped.
        "Reason": str,
    },
)

_DropDeadLettersRequestNeeded = TypedDict(
    "_DropDeadLettersRequestNeeded",
    {
        # Why it is dropped.
        "Reason": str,
    },
)
_DropDeadLettersRequestMore = TypedDict(
    "_DropDeadLettersRequestMore",
    {
        # Only those whose command is of this kind.
        "Kind": Optional[str],
        # Only those that belong to this instance.
        "InstanceId": Optional[str],
        # Only those that belong to this process definition key.
        "ProcessKey": Optional[str],
        # Only those that were last parked before this time.
        "ParkedBefore": Optional[str],
        # Most dead letters of one request, oldest first. Left out or null: 100.
        "Limit": Optional[int],
    },
    total=False,
)


class DropDeadLettersRequest(_DropDeadLettersRequestNeeded, _DropDeadLettersRequestMore):
    """Needs Reason."""


EditVariablesRequest = TypedDict(
    "EditVariablesRequest",
    {
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Names to be removed. Names that the scope does not have are ignored.
        "Delete": Optional[List[str]],
        # Id of an active activity instance or of a variable scope. Left out, null or blank: the instance itself.
        "Scope": Optional[str],
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
        # The business id of which nothing is to be left, to the letter.
        "BusinessId": str,
    },
)
_EraseRequestMore = TypedDict(
    "_EraseRequestMore",
    {
        # Whether instances that run are cancelled and erased too. Left out or null: `false`.
        "CancelRunning": Optional[bool],
    },
    total=False,
)


class EraseRequest(_EraseRequestNeeded, _EraseRequestMore):
    """Needs BusinessId."""


_ErasureResponseNeeded = TypedDict(
    "_ErasureResponseNeeded",
    {
        # How many instances are gone, called ones included.
        "Erased": int,
        # Those that ran and were cancelled for it.
        "Cancelled": List["Guid"],
        # False: some are ending, or there are very many. Send the same request again to continue.
        "IsComplete": bool,
        # Files of the archive that still hold instances with this business id.
        "Archives": List[str],
    },
)
_ErasureResponseMore = TypedDict(
    "_ErasureResponseMore",
    {
        # How many kept calls of decisions are gone; absent: none.
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
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates. At least one name.
        "Variables": Dict[str, Any],
    },
)
_EvaluateConditionsRequestMore = TypedDict(
    "_EvaluateConditionsRequestMore",
    {
        # Left out, null, empty or blank: all keys.
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
        # One text per listener that failed; absent when none did.
        "Errors": List[str],
    },
    total=False,
)


class EvaluateConditionsResponse(_EvaluateConditionsResponseNeeded, _EvaluateConditionsResponseMore):
    """Needs StartedInstanceIds."""


EvaluateDecisionRequest = TypedDict(
    "EvaluateDecisionRequest",
    {
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # A version to use instead of the latest one.
        "Version": Optional[int],
        # Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters.
        "BusinessId": Optional[str],
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
        # Every decision that was made, those that others require before them; the last is the one asked for.
        "Decisions": List["EvaluateDecisionResponseDecisionsItem"],
    },
)
_EvaluateDecisionResponseMore = TypedDict(
    "_EvaluateDecisionResponseMore",
    {
        # What the decision gives.
        "Result": Any,
    },
    total=False,
)


class EvaluateDecisionResponse(_EvaluateDecisionResponseNeeded, _EvaluateDecisionResponseMore):
    """Needs DecisionKey, Version, Decisions."""


_ExtendLockRequestNeeded = TypedDict(
    "_ExtendLockRequestNeeded",
    {
        # The token of the lock, as fetch-and-lock gave it.
        "LockToken": str,
    },
)
_ExtendLockRequestMore = TypedDict(
    "_ExtendLockRequestMore",
    {
        # How long the lock holds from now. Left out or null: 60.
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
        # The token of the lock, as fetch-and-lock gave it.
        "LockToken": str,
        # Why the run failed. Longer than 2000 characters: cut.
        "ErrorMessage": str,
    },
)
_FailCustomTaskRequestMore = TypedDict(
    "_FailCustomTaskRequestMore",
    {
        # Error code of the activity, at most 256 characters. Left out, null or blank: `500`.
        "ErrorCode": Optional[str],
        # Whether another run may help. Left out or null: `true`.
        "IsRetryable": Optional[bool],
        # Delay before the next run. Left out or null: the value of the model.
        "RetryAfterSeconds": Optional[int],
    },
    total=False,
)


class FailCustomTaskRequest(_FailCustomTaskRequestNeeded, _FailCustomTaskRequestMore):
    """Needs LockToken, ErrorMessage."""


FailCustomTaskResponse = TypedDict(
    "FailCustomTaskResponse",
    {
        # When the next attempt begins; null when the activity has failed.
        "retryAt": Union["Timestamp", None],
    },
)

_FailUserTaskRequestNeeded = TypedDict(
    "_FailUserTaskRequestNeeded",
    {
        # Why it failed.
        "errorMessage": str,
    },
)
_FailUserTaskRequestMore = TypedDict(
    "_FailUserTaskRequestMore",
    {
        # Left out, null or blank: `500`.
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
        # Most tasks of one answer. Left out or null: 1.
        "MaxTasks": Optional[int],
        # How long the lock holds from now. Left out or null: 60.
        "LockSeconds": Optional[int],
        # How long to wait for a task while there is none. Left out or null: 0.
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
        # The step to continue from: an event of the history, as time travel counts them. Left out or null: 0, the
        # beginning.
        "Step": Optional[int],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Another version of the same process. Left out, null or blank: that of the instance.
        "DefinitionId": Optional[str],
        # Makes no instance and returns what would run again. Left out or null: `false`.
        "DryRun": Optional[bool],
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
        # The new instance; of a dry run the one that was asked about.
        "WorkflowInstanceId": str,
        "Step": int,
    },
)
_ForkResponseMore = TypedDict(
    "_ForkResponseMore",
    {
        # True of a dry run; else absent.
        "IsDryRun": bool,
        # What is done once more. ActivityId: null for the process itself. RetryDoes: as of an incident.
        # WorkflowInstanceId: the called instance that does it; absent: the instance itself.
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

FoundInstance = TypedDict(
    "FoundInstance",
    {
        "instanceId": "Guid",
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "version": int,
        "status": Literal["Running", "Completed", "Cancelled", "Failed", "Pending"],
        "businessId": Optional[str],
        # The instance that called it.
        "parentInstanceId": Union["Guid", None],
        # Elements with a live entry, each once, by code point.
        "activeActivityIds": List[str],
        "failure": Optional["FoundInstanceFailure"],
        "createdAt": "Timestamp",
        "completedAt": Union["Timestamp", None],
    },
)

FoundPage = TypedDict(
    "FoundPage",
    {
        "items": List["FoundInstance"],
        "totalCount": int,
        # False: there are more than `totalCount`.
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
        # Further ones that fit, beyond the limit.
        "remainingCount": int,
        # Those that fit and cannot be retried.
        "refusedCount": int,
        # What it means that they are dropped.
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

Incident = TypedDict(
    "Incident",
    {
        "incidentId": "Guid",
        "workflowInstanceId": "Guid",
        # Null for the process itself.
        "activityInstanceId": Union["Guid", None],
        # What has failed: an element, or the key of the process.
        "activityId": str,
        "processDefinitionId": str,
        "processDefinitionKey": str,
        "businessId": Optional[str],
        "errorCode": str,
        "errorMessage": str,
        # Kind of the cause, for example `givenByPlugin`, `text`, `noWayOut`, `stepLimit`.
        "cause": str,
        # What a retry repeats, for example `job`, `enter`, `leave`.
        "retryDoes": str,
        # How often it has failed at this place.
        "count": int,
        "firstFailedAt": "Timestamp",
        "lastFailedAt": "Timestamp",
    },
)

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
        # The decisions that the activity asked for.
        "decisionKeys": List[str],
        # Of them; null: they were deployed with the process.
        "version": Union[int, None],
        # Every decision that was made, those that others require before them.
        "decisions": List["KeptDecision"],
    },
)
_InstanceDecisionMore = TypedDict(
    "_InstanceDecisionMore",
    {
        # How many further decisions are not kept; absent: none.
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
        # The instance is terminal.
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
        # Only where it is true: nothing moves until it is resumed.
        "isSuspended": bool,
    },
    total=False,
)


class InstanceRow(_InstanceRowNeeded, _InstanceRowMore):
    """Needs instanceId, processDefinitionId, isStarted, isCompleted, isCancelled, isFailed, businessId, createdAt, executionStartedAt, completedAt."""


InstanceStateVariableStatesItem = TypedDict(
    "InstanceStateVariableStatesItem",
    {
        "variablesId": "Guid",
        "variables": "Variables",
    },
)

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
        # The instance is terminal.
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
        # Only where it is true: nothing moves until it is resumed.
        "isSuspended": bool,
        # Who holds it.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
        # Only when a page was asked for.
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
        # Absent: it is too long to be kept.
        "result": Any,
        # How many further tables are not kept; absent: none.
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
        # Absent: it is too long to be kept.
        "value": Any,
    },
    total=False,
)


class KeptTableInputsItem(_KeptTableInputsItemNeeded, _KeptTableInputsItemMore):
    """Needs name."""


_KeptTableRulesItemNeeded = TypedDict(
    "_KeptTableRulesItemNeeded",
    {
        # Of the row, from 1.
        "number": int,
    },
)
_KeptTableRulesItemMore = TypedDict(
    "_KeptTableRulesItemMore",
    {
        # Of the rule in the file; absent where it has none.
        "id": str,
        # Absent: it is too long to be kept.
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
        # The rules that matched, in the order of the table.
        "rules": List["KeptTableRulesItem"],
    },
)
_KeptTableMore = TypedDict(
    "_KeptTableMore",
    {
        # How many further rules that matched are not kept; absent: none.
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
        # Instances of all its versions that have not ended.
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
        # Fixed texts that the model has for the worker.
        "headers": Dict[str, Any],
        "attempt": int,
        # The same for every attempt at one activity.
        "idempotencyKey": str,
        # Secret that proves the lock of this attempt. Do not share it.
        "lockToken": str,
        "lockedUntil": "Timestamp",
    },
)
_LockedCustomTaskMore = TypedDict(
    "_LockedCustomTaskMore",
    {
        # Attempts that are left, this one included; absent in answers recorded before 0.3.
        "retries": int,
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
        # Left out, null, empty or blank: no key.
        "CorrelationKey": Optional[str],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters.
        "BusinessId": Optional[str],
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
        # The version of the same process in which the instance continues.
        "DefinitionId": str,
    },
)
_MigrateInstanceRequestMore = TypedDict(
    "_MigrateInstanceRequestMore",
    {
        # What takes the place of what, where the id is another one; at most 10000. All else is found by its id, type
        # and place.
        "Plan": Optional[List["MigrationPair"]],
        # `keep` or `renew`: whether due dates stay, or are calculated again. Left out, null or blank: `keep`.
        "Timers": Optional[str],
        # `keep` or `renew`: whether messages and signals are waited for under the names and keys of before, or of the
        # other version. Left out, null or blank: `keep`.
        "Subscriptions": Optional[str],
        # Dry run: changes nothing and returns what would happen. Left out or null: `false`.
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
        # The active entry that it is about; null: none.
        "activityInstanceId": Union["Guid", None],
        "activityId": str,
        "reason": str,
    },
)

MigrationReportPlanItem = TypedDict(
    "MigrationReportPlanItem",
    {
        # In the version of the instance.
        "from": str,
        # In the other version; null: nowhere.
        "to": Union[str, None],
        # By the request, and not found by itself.
        "isGiven": bool,
    },
)

MigrationReportActivitiesItem = TypedDict(
    "MigrationReportActivitiesItem",
    {
        "activityInstanceId": "Guid",
        # In the version of the instance.
        "from": str,
        # In the other version; null: nowhere.
        "to": Union[str, None],
        # An open task that the other version describes otherwise.
        "isDescribedAnew": bool,
    },
)

MigrationReportEventsItem = TypedDict(
    "MigrationReportEventsItem",
    {
        # The active entry that it is about; null: none.
        "activityInstanceId": Union["Guid", None],
        # Null: nothing waited for it before.
        "from": Union[str, None],
        # In the other version; null: nowhere.
        "to": Union[str, None],
        "kind": Literal["message", "signal", "timer", "conditional"],
        "becomes": Literal["kept", "renewed", "armed", "disarmed"],
        # Of a message or signal.
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
        # Of the other version; they have brought no token.
        "missingSequenceFlowIds": List[str],
        # It is checked, and continues if it waits for nothing else.
        "goesOn": bool,
    },
)

MigrationReport = TypedDict(
    "MigrationReport",
    {
        # Nothing is refused.
        "isPossible": bool,
        "refusals": List["MigrationReportRefusalsItem"],
        "plan": List["MigrationReportPlanItem"],
        "activities": List["MigrationReportActivitiesItem"],
        "events": List["MigrationReportEventsItem"],
        "joins": List["MigrationReportJoinsItem"],
        # A list was longer than the 1000 items that are shown.
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
        # Of a dry run, else null.
        "report": Union["MigrationReport", None],
    },
)

ModificationResponseStartedItem = TypedDict(
    "ModificationResponseStartedItem",
    {
        "activityId": str,
        "position": Literal["before", "after"],
        # The active sub-process that it is started in; null: the instance itself.
        "scope": Union["Guid", None],
        # Sub-processes that are opened around it, outermost first.
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
        # The run takes so long that it was not followed to its end.
        "isCut": bool,
    },
)

ModificationResponse = TypedDict(
    "ModificationResponse",
    {
        "isDryRun": bool,
        # Entries that end, with everything inside them.
        "cancelledCount": int,
        "started": List["ModificationResponseStartedItem"],
        # Of a dry run: the state of the instance afterwards; else null.
        "after": Union["ModificationResponseAfter", None],
    },
)

_ModifyInstanceRequestNeeded = TypedDict(
    "_ModifyInstanceRequestNeeded",
    {
        # What is cancelled and started, all or nothing; 1 to 1000.
        "instructions": List["ModifyInstruction"],
    },
)
_ModifyInstanceRequestMore = TypedDict(
    "_ModifyInstanceRequestMore",
    {
        # `cancellationReason` of what is cancelled. Left out, null or blank: `Cancelled by modification`.
        "reason": Optional[str],
        # Dry run: changes nothing and returns what would happen. Left out or null: `false`.
        "dryRun": Optional[bool],
    },
    total=False,
)


class ModifyInstanceRequest(_ModifyInstanceRequestNeeded, _ModifyInstanceRequestMore):
    """Needs instructions."""


ModifyInstructionCancel = TypedDict(
    "ModifyInstructionCancel",
    {
        # An active activity instance.
        "entry": Optional[str],
        # All of an element.
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
        # Id of the active sub-process that it is started in. Left out, null or blank: the one that is open, else the
        # nearest around it.
        "scope": Optional[str],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
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
        # Id of the active sub-process that it is started in. Left out, null or blank: the one that is open, else the
        # nearest around it.
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
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
    },
    total=False,
)

ResumeInstanceRequest = TypedDict(
    "ResumeInstanceRequest",
    {
        # Reason, kept in the history.
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
        # Only those whose command is of this kind.
        "Kind": Optional[str],
        # Only those that belong to this instance.
        "InstanceId": Optional[str],
        # Only those that belong to this process definition key.
        "ProcessKey": Optional[str],
        # Only those that were last parked before this time.
        "ParkedBefore": Optional[str],
        # Most dead letters of one request, oldest first. Left out or null: 100.
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
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Dry run: changes nothing and returns what would happen. Left out or null: `false`.
        "DryRun": Optional[bool],
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
        # The instance that continues: itself, or its fork.
        "WorkflowInstanceId": str,
        # The step from which it continues.
        "Step": int,
        # Whether a new instance continues instead.
        "IsFork": bool,
        "IsDryRun": bool,
        # What is done once more. ActivityId: null for the process itself. RetryDoes: as of an incident.
        # WorkflowInstanceId: the called instance that does it; absent: the instance itself.
        "Repeats": List["ReviveResponseRepeatsItem"],
        # What has happened behind that step and is not taken back.
        "SinceThen": List["ReviveResponseSinceThenItem"],
    },
)

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
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
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
        # The BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_SimulateRequestMore = TypedDict(
    "_SimulateRequestMore",
    {
        # Further BPMN files, scripts, decisions and forms, as of a deploy; at most 50.
        "Resources": Optional[List["SimulateRequestResourcesItem"]],
        # Start of the clock: an ISO 8601 time. Left out, null or blank: the present time.
        "StartedAt": Optional[str],
        # What is done, in order; at most 200. Left out, null or empty: nothing yet.
        "Acts": Optional[List["SimulationAct"]],
    },
    total=False,
)


class SimulateRequest(_SimulateRequestNeeded, _SimulateRequestMore):
    """Needs BpmnXml."""


SimulateResponseStartsItem = TypedDict(
    "SimulateResponseStartsItem",
    {
        "ProcessDefinitionKey": str,
        "ProcessName": Union[str, None],
        "Element": str,
        "ElementName": Union[str, None],
        "Kind": Literal["None", "Message", "Signal", "Timer", "Condition"],
        # Of the message or signal, or the condition.
        "Name": Union[str, None],
        # Variables that the model looks at next, with values to begin with.
        "Suggested": Dict[str, Any],
    },
)

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
        # Variables whose values are too long to be shown.
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
        # What only a part of it can read.
        "Scopes": List["SimulateResponseInstancesItemScopesItem"],
    },
)
_SimulateResponseInstancesItemMore = TypedDict(
    "_SimulateResponseInstancesItemMore",
    {
        "Failure": "SimulateResponseInstancesItemFailure",
        # Variables whose values are too long to be shown.
        "NotShown": List[str],
    },
    total=False,
)


class SimulateResponseInstancesItem(_SimulateResponseInstancesItemNeeded, _SimulateResponseInstancesItemMore):
    """Needs ProcessDefinitionKey, Status, Variables, Scopes."""


_SimulateResponseWaitsItemInputNeeded = TypedDict(
    "_SimulateResponseWaitsItemInputNeeded",
    {
        "Variables": "Variables",
    },
)
_SimulateResponseWaitsItemInputMore = TypedDict(
    "_SimulateResponseWaitsItemInputMore",
    {
        # Variables whose values are too long to be shown.
        "NotShown": List[str],
    },
    total=False,
)


class SimulateResponseWaitsItemInput(_SimulateResponseWaitsItemInputNeeded, _SimulateResponseWaitsItemInputMore):
    """What a job is given."""


_SimulateResponseWaitsItemNeeded = TypedDict(
    "_SimulateResponseWaitsItemNeeded",
    {
        # Its place in `Instances`.
        "Instance": int,
        "Element": str,
        "ElementName": Union[str, None],
        # Which one of those that wait at the element.
        "Index": int,
        "Kind": Literal["UserTask", "Job", "Activity", "Call", "Incident", "Message", "Signal", "Timer", "Condition", "Other"],
        "Text": str,
        # What can be done about it; empty: it waits for something else that waits.
        "Acts": List[Literal["start", "complete", "fail", "retry", "deliver", "fire", "set"]],
        # Variables that the model looks at next, with values to begin with.
        "Suggested": Dict[str, Any],
        # Task type, called key, name of the message or signal, or the condition.
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
        # What a job is given.
        "Input": "SimulateResponseWaitsItemInput",
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
        # Actions that were run.
        "Done": int,
        "Starts": List["SimulateResponseStartsItem"],
        "Instances": List["SimulateResponseInstancesItem"],
        # Of all; at most 50 are listed.
        "InstanceCount": int,
        "Waits": List["SimulateResponseWaitsItem"],
        # Of all; at most 200 are listed.
        "WaitCount": int,
        # What became of tokens, by element, over all instances.
        "Elements": List["SimulateResponseElementsItem"],
        "Flows": List["SimulateResponseFlowsItem"],
    },
)
_SimulateResponseMore = TypedDict(
    "_SimulateResponseMore",
    {
        # Why the act behind them cannot be done; absent when all were.
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
        # Of `start`: which process of the files. Left out, null or blank: the first.
        "ProcessDefinitionKey": Optional[str],
        # What it is done to; of `start` the start event. Left out, null or blank: of `start` by the key alone.
        "Element": Optional[str],
        # Which one of several that wait at the element; of `set`, which instance. Left out or null: 0.
        "Index": Optional[int],
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Of `fail`. Left out, null or blank: `500`.
        "ErrorCode": Optional[str],
        # Of `fail`. Left out, null or blank: the code.
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
        # The latest one of the key.
        "version": int,
        "startForm": "UserTaskForm",
    },
)

_StartRequestNeeded = TypedDict(
    "_StartRequestNeeded",
    {
        # The process definition key. The latest version is started.
        "WorkflowId": str,
    },
)
_StartRequestMore = TypedDict(
    "_StartRequestMore",
    {
        # Names and JSON values, at most 64 levels deep. Refused: the names __proto__, constructor and prototype,
        # numbers that a double cannot keep exactly, U+0000 and unpaired surrogates.
        "Variables": Optional[Dict[str, Any]],
        # Exact text of 1 to 256 UTF-16 code units, without white space at either end and without control characters.
        "BusinessId": Optional[str],
        # A version to start instead of the latest one.
        "Version": Optional[int],
    },
    total=False,
)


class StartRequest(_StartRequestNeeded, _StartRequestMore):
    """Needs WorkflowId."""


StartResponse = TypedDict(
    "StartResponse",
    {
        "WorkflowInstanceId": "Guid",
    },
)

SteerBatchRequest = TypedDict(
    "SteerBatchRequest",
    {
    },
)

SteerWebhookRequest = TypedDict(
    "SteerWebhookRequest",
    {
        # Only this instance. Left out, null or blank: all that are refused.
        "InstanceId": Optional[str],
    },
    total=False,
)

SuspendDefinitionRequest = TypedDict(
    "SuspendDefinitionRequest",
    {
        # Reason, kept in the history.
        "Reason": Optional[str],
    },
    total=False,
)

SuspendInstanceRequest = TypedDict(
    "SuspendInstanceRequest",
    {
        # Reason, kept in the history.
        "Reason": Optional[str],
        # Whether the instances it has called are suspended with it. Left out or null: true.
        "CalledInstances": Optional[bool],
    },
    total=False,
)

SuspensionResponse = TypedDict(
    "SuspensionResponse",
    {
        "isSuspended": bool,
        # Who holds it.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
    },
)

SwitchRequest = TypedDict(
    "SwitchRequest",
    {
        # A deployed key.
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
        # Absent when the model describes none.
        "form": "UserTaskForm",
        # The key of the form, as in `form`; else its id.
        "formKey": str,
        # Absent when the model gives none.
        "name": str,
        # Key of the process that the task is in.
        "processDefinitionKey": str,
        # Absent when the model gives none.
        "processName": str,
        # Absent when the instance has none.
        "businessId": str,
        # Absent when the model gives none, as the three below.
        "dueDate": str,
        "followUpDate": "Timestamp",
        "priority": int,
        "category": str,
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
        # The DMN XML text.
        "DmnXml": str,
    },
)
_ValidateDecisionsRequestMore = TypedDict(
    "_ValidateDecisionsRequestMore",
    {
        # Further DMN files that it is deployed with; at most 50.
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
        # A rule about decisions.
        "Rule": str,
        "Text": str,
    },
)
_ValidateDecisionsResponseFindingsItemMore = TypedDict(
    "_ValidateDecisionsResponseFindingsItemMore",
    {
        # Tag and id; absent when the text names it or it is the file.
        "Element": str,
        # Counted from 1; absent when the place is not known.
        "Line": int,
        # Of the line.
        "Column": int,
        # Of a decision table: the rule, counted from 1.
        "Row": int,
        # The input column, counted from 1.
        "Input": int,
        # The output column, counted from 1.
        "Output": int,
        # Name of the further file; absent: it is the first one, or all of them.
        "Resource": str,
    },
    total=False,
)


class ValidateDecisionsResponseFindingsItem(_ValidateDecisionsResponseFindingsItemNeeded, _ValidateDecisionsResponseFindingsItemMore):
    """Needs Severity, Rule, Text."""


ValidateDecisionsResponse = TypedDict(
    "ValidateDecisionsResponse",
    {
        # Whether no finding is an error.
        "IsAccepted": bool,
        # In the order of the files and their lines, at most 1,000.
        "Findings": List["ValidateDecisionsResponseFindingsItem"],
    },
)

_ValidateRequestNeeded = TypedDict(
    "_ValidateRequestNeeded",
    {
        # The BPMN 2.0 XML text.
        "BpmnXml": str,
    },
)
_ValidateRequestMore = TypedDict(
    "_ValidateRequestMore",
    {
        # `off`, `executable` or `strict`. Left out, null or blank: `executable`.
        "Validation": Optional[str],
        # References that must be there: `messageRef`, `signalRef`, `operationRef`.
        "RequiredReferences": Optional[List[str]],
        # Whether the answer describes what the engine does with each element. Left out or null: `false`.
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
        # A rule of the standard, or `executable`, `ignored` or `advice`.
        "Rule": str,
        "Text": str,
    },
)
_ValidateResponseFindingsItemMore = TypedDict(
    "_ValidateResponseFindingsItemMore",
    {
        # Of BPMN 2.0.2; absent for rules of this service.
        "Clause": str,
        # Tag and id; absent when the text names it or it is the file.
        "Element": str,
        # Counted from 1; absent when the place is not known.
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
        # Whether no finding is an error.
        "IsAccepted": bool,
        # In document order, at most 1,000.
        "Findings": List["ValidateResponseFindingsItem"],
    },
)
_ValidateResponseMore = TypedDict(
    "_ValidateResponseMore",
    {
        # What the engine does with each element, where `Describe` asks for it; at most 2,000.
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
        # The id that workers complete it under.
        "activityInstanceId": str,
        "taskType": str,
        # The event of a listener, or `adHoc`; null: it is the work of the element.
        "listensTo": Optional[str],
        "failures": int,
        # Number of attempts; null: the value of the configuration.
        "attempts": Optional[int],
        "lockedBy": Optional[str],
        "lockedUntil": Union["Timestamp", None],
        # When the next attempt may begin; null: at once.
        "availableAt": Union["Timestamp", None],
        # The plugin hosts that offer the type now.
        "siloNames": List[str],
    },
)

WaitItemCalled = TypedDict(
    "WaitItemCalled",
    {
        # Null: it has not begun.
        "workflowInstanceId": Union["Guid", None],
        "processDefinitionKey": Optional[str],
        "version": Optional[int],
        "businessId": Optional[str],
        "status": Optional[str],
    },
)

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
        "isMissing": bool,
        # Active elements whose tokens can still come over it.
        "canComeFrom": List[str],
    },
)

WaitItemJoin = TypedDict(
    "WaitItemJoin",
    {
        "arrivedCount": int,
        "neededCount": int,
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
        # One sentence for people; it may be worded otherwise in a later release.
        "text": str,
        # Null: it concerns the instance as a whole.
        "activityId": Optional[str],
        "activityName": Optional[str],
        "activityType": Optional[str],
        # The live entry; null where it is none.
        "activityInstanceId": Union["Guid", None],
        "since": Union["Timestamp", None],
    },
)
_WaitItemMore = TypedDict(
    "_WaitItemMore",
    {
        "userTask": "WaitItemUserTask",
        "customTask": "WaitItemCustomTask",
        "called": "WaitItemCalled",
        # What can happen to it, boundary events included.
        "events": List["WaitedEvent"],
        # The first of several events after an event-based gateway.
        "race": "WaitItemRace",
        "join": "WaitItemJoin",
        "loop": "WaitItemLoop",
        # Who holds the instance.
        "suspendedBy": List[Literal["operator", "callingInstance", "processKey"]],
        # Elements that are active inside, that compensate, or where a paused run continues.
        "inside": List[str],
        "incident": "WaitItemIncident",
        "deadLetter": "WaitItemDeadLetter",
    },
    total=False,
)


class WaitItem(_WaitItemNeeded, _WaitItemMore):
    """Needs kind, text, activityId, activityName, activityType, activityInstanceId, since."""


WaitedEvent = TypedDict(
    "WaitedEvent",
    {
        "kind": Literal["Message", "Signal", "Timer", "Condition"],
        # Who listens: the entry itself, its boundary event, or an event sub-process of its scope.
        "role": Literal["Catch", "Boundary", "EventSubProcess"],
        # The catching element, boundary event or start event.
        "activityId": str,
        # Of a message or signal.
        "name": Optional[str],
        # Of a message; empty: none.
        "correlationKey": Optional[str],
        # Of a timer.
        "dueAt": Union["Timestamp", None],
        # As the model has it.
        "condition": Optional[str],
        "isInterrupting": bool,
    },
)

Webhook = TypedDict(
    "Webhook",
    {
        "name": str,
        # False: it was once, and nothing is sent to it.
        "isConfigured": bool,
        # Scheme, host and port of its address; the rest may be secret.
        "receiver": Optional[str],
        # `event` or `cloudevents`.
        "format": Optional[str],
        "keys": List[str],
        "types": List[str],
        "businessId": Optional[str],
        "status": Literal["Active", "Paused"],
        # Why it is paused.
        "reason": Optional[str],
        "pausedAt": Union["Timestamp", None],
        # Everything up to here was received, or waits in an instance. Null: it has not begun.
        "position": Optional[str],
        # Rows of the feed behind it.
        "lagRows": int,
        # Age of the first of them.
        "lagSeconds": int,
        # Instances whose events are sent later.
        "waitingCount": int,
        # Instances whose next event was refused as often as is allowed.
        "failingCount": int,
        # Why the last refused message was refused; null once one was received.
        "lastError": Optional[str],
        "lastErrorAt": Union["Timestamp", None],
        "lastReceivedAt": Union["Timestamp", None],
        # The process that sends.
        "sender": Optional[str],
    },
)

WebhookInstance = TypedDict(
    "WebhookInstance",
    {
        "workflowInstanceId": "Guid",
        "processDefinitionKey": str,
        "status": Literal["Waiting", "Failing"],
        # How often the next event was refused; 0: there was no time for it.
        "attempts": int,
        # Its position; null: not looked for yet.
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
        # Instances that are sent again, or of which an event was passed over.
        "instanceCount": int,
    },
)
