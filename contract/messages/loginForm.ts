// The login form, separate because most visits never show it; the first screen loads only the failure messages in session.ts.
export const loginFormText = {
  heading: '{company} Dashboard',
  sub: 'Sign in to your account',
  email: 'Email address',
  emailPlaceholder: 'Enter your email',
  password: 'Password',
  passwordPlaceholder: 'Enter your password',
  rememberMe: 'Remember me',
  submit: 'Sign In',
  submitting: 'Signing in...',
  forgot: 'Forgot your password? Contact your administrator.',
  emailRequired: 'Email is required',
  emailInvalid: 'Email must be a valid email',
  passwordRequired: 'Password is required',
} as const;
