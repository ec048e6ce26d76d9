// For mocha without `npm test`: one file, or a debugger.
module.exports = {
  import: 'tsx',
  extension: ['ts'],
  timeout: 60000,
  'forbid-only': Boolean(process.env.CI),
  color: false,
};
