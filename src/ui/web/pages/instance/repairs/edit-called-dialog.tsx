import { useQuery } from '@tanstack/react-query';
import type { CalledIncidentItem } from '../../../api/repair-types.ts';
import { stateQuery } from '../../../api/views.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ElementTextsOfPage } from '../../../components/element-name.tsx';
import { Loading } from '../../../components/loading.tsx';
import { useTextsOfProcess, versionOfDefinition } from '../../../components/use-element-names.ts';
import { pageTexts } from '../../../texts/instance.ts';
import { repairTexts } from '../../../texts/repairs.ts';
import { texts } from '../../../texts/texts.ts';
import { EditVariablesDialog } from './edit-variables-dialog.tsx';

const NO_TEXTS: ReadonlyMap<string, string> = new Map();

/** Changes the variables of a called instance with an incident, on the page of its caller. */
export function EditCalledDialog({ incident, onClose }: { readonly incident: CalledIncidentItem; readonly onClose: () => void }) {
  const { workflowInstanceId: instanceId, processDefinitionKey: key, processName, incidentId } = incident;
  const state = useQuery(stateQuery(instanceId));
  const version = versionOfDefinition(key, state.data?.processDefinitionId ?? '');
  const elements = useTextsOfProcess(key, version?.toString());
  const title = pageTexts.why.variablesOf(processName ?? key);
  if (state.data === undefined) {
    return (
      <Dialog
        title={title}
        dismiss={texts.shared.close}
        action={repairTexts.edit.save}
        isReady={false}
        isBusy={state.isPending}
        refusal={state.error?.message}
        onAction={onClose}
        onClose={onClose}
      >
        <Loading />
      </Dialog>
    );
  }
  const { activityId: element, errorCode: code, errorMessage: message, count = 1 } = incident;
  return (
    <ElementTextsOfPage value={elements ?? NO_TEXTS}>
      <EditVariablesDialog
        title={title}
        instance={{ instanceId }}
        state={state.data}
        trouble={{ element, entryId: null, code, message, count, incidentId }}
        onClose={onClose}
      />
    </ElementTextsOfPage>
  );
}
