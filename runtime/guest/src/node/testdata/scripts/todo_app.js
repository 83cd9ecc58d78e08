const fs = require('fs'), path = require('path');
const file = path.join(fs.mkdtempSync('/tmp/todo-'), 'todos.json');
class Store {
  constructor(f) { this.file = f; this.items = fs.existsSync(f) ? JSON.parse(fs.readFileSync(f)) : []; }
  add(text) { this.items.push({id: this.items.length + 1, text, done: false}); this.save(); return this; }
  done(id) { const t = this.items.find((i) => i.id === id); if (!t) throw new Error(`no todo ${id}`); t.done = true; this.save(); }
  save() { fs.writeFileSync(this.file, JSON.stringify(this.items, null, 2)); }
}
const s = new Store(file); s.add('write').add('test'); s.done(1);
try { s.done(9); } catch (e) { console.error('Error:', e.message); }
console.log(new Store(file).items, fs.readFileSync(file, 'utf8').length);
