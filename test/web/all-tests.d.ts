declare module 'all-tests' {}
