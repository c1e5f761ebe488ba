// Builds static/editor.js from src. The first line of the bundle holds the hash of
// what it was built from, which a Go test holds against the files: so drift is seen
// without npm.
import {build} from "esbuild";
import {createHash} from "node:crypto";
import {readFileSync, readdirSync, writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";

const here = new URL(".", import.meta.url).pathname;
const sum = createHash("sha256");
for (const f of ["package-lock.json", "build.mjs", ...readdirSync(here + "src").sort().map(f => "src/" + f)]) {
  sum.update(f + "\0").update(readFileSync(here + f)).update("\0");
}
const out = await build({
  entryPoints: [here + "src/editor.js"], bundle: true, format: "esm", minify: true, target: "es2022",
  charset: "utf8", legalComments: "none", write: false,
});
const text = `/* built from ${sum.digest("hex")} by web/editor/build.mjs; CodeMirror is MIT licensed, see LICENSES.md */\n` + out.outputFiles[0].text;
const file = here + "../../static/editor.js";
if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== text) {
    console.error("static/editor.js is not what these sources build: npm run build, in web/editor");
    process.exit(1);
  }
} else writeFileSync(file, text);
console.log(`static/editor.js: ${text.length} bytes, ${gzipSync(text).length} gzipped`);
