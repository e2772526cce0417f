// What is checked of the page's modules: every recommended rule, and some that are not on by
// themselves.
const js = require("@eslint/js");
const globals = require("globals");

module.exports = [
  js.configs.recommended,
  {
    files: ["service/web/play/*.js"],
    languageOptions: { sourceType: "module", globals: globals.browser },
    rules: {
      eqeqeq: "error",
      "no-shadow": "error",
      "no-undef-init": "error",
      "no-unused-private-class-members": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
