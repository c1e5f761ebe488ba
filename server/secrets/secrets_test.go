package secrets

import (
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{`WITH ('password' = 'hunter2')`, `WITH ('password' = '***')`},
		{`WITH ('PASSWORD'='it''s')`, `WITH ('PASSWORD'='***')`},
		{`('properties.sasl.jaas.config' = 'org…Plain required username="u" password="p";')`, `('properties.sasl.jaas.config' = '***')`},
		{`('url' = 'jdbc:mysql://me:pw@db:3306/x')`, `('url' = 'jdbc:mysql://***@db:3306/x')`},
		{`('url' = 'jdbc:postgresql://db/x?user=u&password=pw&ssl=true')`, `('url' = 'jdbc:postgresql://db/x?user=u&password=***&ssl=true')`},
		{`('fs.azure.account.key.x' = 'abc')`, `('fs.azure.account.key.x' = '***')`},
		{`('s3.access-key' = 'abc', 's3.secret-key' = 'def')`, `('s3.access-key' = '***', 's3.secret-key' = '***')`},
		{`SET 'x.token' = 'abc';`, `SET 'x.token' = '***';`},
		// What is no secret stays.
		{`('key.format' = 'json', 'topic' = 'passwords')`, ``},
		{`('hostname' = 'db@home', 'username' = 'me')`, ``},
		{`SELECT 'password', 'x' FROM t WHERE a = 'password' AND b = 'y'`, ``},
		{"-- 'password' = 'x'\nSELECT 1", ``},
		{`/* 'password' = 'x' */ SELECT 1`, ``},
		{`('password' = '***')`, ``},
		{`('password' = '')`, ``},
		{`('password' = 'never closed`, ``},
	} {
		found := Find(c.script)
		got := Mask(c.script, found)
		want := c.want
		if want == "" {
			want = c.script
			if len(found) > 0 {
				t.Errorf("%s: found %v", c.script, found)
			}
		}
		if got != want {
			t.Errorf("%s\nmasked %s\nwant   %s", c.script, got, want)
		}
		if again := Find(got); len(again) > 0 && !strings.Contains(c.script, "never") {
			t.Errorf("%s: masked, and still %v", c.script, again)
		}
	}
}
