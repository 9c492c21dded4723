import { useLogo } from '../../../app/context.ts';

/** The company's logo, or the product's mark. */
export function LoginMark() {
  const logo = useLogo();
  return <img className="login-mark" src={logo ?? '/icon.svg'} alt="" height="40" />;
}
