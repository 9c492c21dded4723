import { useRef } from 'react';
import { messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { upload } from '../../../ui/display/icons.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { useKeptFocus } from '../../../ui/support/useKeptFocus.ts';
import { useCompanyLogo } from '../useCompanyLogo.ts';

const t = messages.companyLogo;
const PICTURE_PX = 64;

/** The logo, which appears next to the company name and on documents (decisions 4.12). */
export function CompanyLogo() {
  const logo = useCompanyLogo();
  const { address } = logo;
  const field = useRef<HTMLInputElement>(null);
  // Removing the logo removes its button.
  const ref = useKeptFocus<HTMLDivElement>(address);
  return (
    <Card title={t.title}>
      <p className="muted">{t.hint}</p>
      {logo.error !== null && <Alert {...(logo.failed ? { onRetry: logo.retry } : { onDismiss: logo.dismiss })}>{logo.error}</Alert>}
      <div ref={ref} tabIndex={-1} className="system-logo">
        {address === null && !logo.failed && <Skeleton width={PICTURE_PX} height={PICTURE_PX} />}
        {address !== null && (
          <>
            {address === '' ? <p>{t.none}</p> : <img src={address} alt={t.shown} />}
            <input
              ref={field}
              type="file"
              accept="image/png,image/jpeg"
              aria-label={t.choose}
              hidden
              onChange={({ target }) => {
                const chosenFile = target.files?.[0];
                if (chosenFile) logo.replace(chosenFile);
                // Allows choosing the same file again.
                target.value = '';
              }}
            />
            <Button severity="secondary" icon={upload} loading={logo.busy} loadingLabel={t.saving} onClick={() => field.current?.click()}>
              {address === '' ? t.choose : t.replace}
            </Button>
            {address !== '' && (
              <Button severity="text" unavailable={!logo.mayRemove} onClick={logo.remove}>
                {t.remove}
              </Button>
            )}
          </>
        )}
      </div>
    </Card>
  );
}
