import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import type { useAdjustmentForm } from './useAdjustmentForm.ts';

const t = messages.adjustmentForm;

/** Delete at the start if there is an adjustment to delete; Cancel and Save at the end. */
export function AdjustmentDialogButtons({ bound, formId }: { bound: ReturnType<typeof useAdjustmentForm>; formId: string }) {
  return (
    <div className="adjustment-buttons">
      {bound.mayDelete && (
        <Button
          severity="danger"
          data-start
          disabled={bound.busy}
          loading={bound.deleting}
          loadingLabel={bound.deletion.busy}
          onClick={bound.remove}
        >
          {bound.deletion.label}
        </Button>
      )}
      <Button severity="secondary" disabled={bound.busy} onClick={bound.close}>
        {messages.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        disabled={bound.busy || bound.rests}
        loading={bound.saving}
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
