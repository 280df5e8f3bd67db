Postern.main()
