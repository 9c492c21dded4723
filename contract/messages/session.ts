// Signing in.
export const login = {
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
  failed: 'Login failed',
  userFailed: 'Failed to get user',
  emailRequired: 'Email is required',
  emailInvalid: 'Email must be a valid email',
  passwordRequired: 'Password is required',
  expired: 'Your session has expired. Sign in again to continue.',
} as const;
