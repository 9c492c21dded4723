import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.adjustmentFormText;

/** Delete on the left if there is an adjustment to delete; Cancel and Save on the right. */
export function AdjustmentDialogButtons({ binding, formId }: { binding: ReturnType<typeof useAdjustmentForm>; formId: string }) {
  return (
    <div className="adjustment-buttons">
      {binding.mayDelete && (
        <Button
          severity="danger"
          data-start
          disabled={binding.busy}
          loading={binding.deleting}
          loadingLabel={binding.deletion.busy}
          onClick={binding.remove}
        >
          {binding.deletion.label}
        </Button>
      )}
      <Button severity="secondary" disabled={binding.busy} onClick={binding.close}>
        {messages.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        disabled={binding.busy || binding.rests}
        loading={binding.saving}
        loadingLabel={
          <>
            <span className="button-spinner" aria-hidden="true" />
            {t.saving}
          </>
        }
      >
        {t.save}
      </Button>
    </div>
  );
}
