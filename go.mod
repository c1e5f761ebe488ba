module rowkind

go 1.26
